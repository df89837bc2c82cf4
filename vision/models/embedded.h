#pragma once

// The model file `OCTO_MODELS/card_NAME.onnx` as bytes of this object file, octo_model_NAME to octo_model_NAME_end. Where
// the files are is known to the compiler of those that embed them and to nobody else.
#define OCTO_EMBED(name)                                                                                            \
  __asm__(".pushsection .rodata\n.balign 16\n.global octo_model_" #name "\nocto_model_" #name                       \
          ":\n.incbin \"" OCTO_MODELS "/card_" #name ".onnx\"\n.global octo_model_" #name "_end\nocto_model_" #name \
          "_end:\n.byte 0\n.popsection\n");                                                                         \
  extern "C" const char octo_model_##name[];                                                                        \
  extern "C" const char octo_model_##name##_end[]
