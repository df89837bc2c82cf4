# Debian's OpenCV without its umbrella package: OpenCVConfig.cmake lives in libopencv-dev, which pulls in VTK and Java.
# The component packages have headers and libraries; these are the targets for them, named as OpenCV's own.
find_path(OCTO_OPENCV_INCLUDE opencv2/core.hpp PATH_SUFFIXES opencv4 REQUIRED)
foreach(module core imgproc imgcodecs videoio calib3d dnn features2d flann)
  if(NOT TARGET opencv_${module})
    find_library(OCTO_OPENCV_${module} opencv_${module} REQUIRED)
    add_library(opencv_${module} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(opencv_${module} PROPERTIES IMPORTED_LOCATION ${OCTO_OPENCV_${module}}
                          INTERFACE_INCLUDE_DIRECTORIES ${OCTO_OPENCV_INCLUDE})
  endif()
endforeach()
