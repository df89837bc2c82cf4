// Loaded before a program (LD_PRELOAD): what it would open to the network is written to the file that
// OCTO_WATCH_SOCKETS names, and refused.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

extern "C" int socket(int domain, int type, int protocol) noexcept {
  if (domain != AF_UNIX && domain != AF_NETLINK) {
    if (const char* file = std::getenv("OCTO_WATCH_SOCKETS")) {
      const int out = ::open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
      (void)!::write(out, "socket\n", 7);
      ::close(out);
    }
    errno = EACCES;
    return -1;
  }
  using Socket = int (*)(int, int, int);
  return reinterpret_cast<Socket>(::dlsym(RTLD_NEXT, "socket"))(domain, type, protocol);
}
