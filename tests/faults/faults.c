/* Makes the N-th change of a file below FAULT_DIR fail, and all after it where FAULT_ALL is set.
 * FAULT_AT counts from 1; FAULT_KIND is eio, enospc or short (half of it is written, then EIO).
 * Loaded with LD_PRELOAD into memod by tests/service/faults.rs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long seen;

static int below(int fd) {
  char link[64], path[4096];
  const char *dir = getenv("FAULT_DIR");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0 || !dir) return 0;
  path[n] = 0;
  return !strncmp(path, dir, strlen(dir)) && !strstr(path, "/logs/");
}

/* 0: go on; 1: fail; 2: write half, then fail. */
static int fault(int fd) {
  if (!below(fd)) return 0;
  const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
  long now = atomic_fetch_add(&seen, 1) + 1, wanted = at ? atol(at) : 0;
  const char *count = getenv("FAULT_COUNT");
  if (count) {
    int out = open(count, O_WRONLY | O_CREAT, 0600);
    if (out >= 0) {
      dprintf(out, "%12ld", now);
      close(out);
    }
  }
  if (!wanted || now < wanted || (now > wanted && !getenv("FAULT_ALL"))) return 0;
  errno = kind && !strcmp(kind, "enospc") ? ENOSPC : EIO;
  return kind && !strcmp(kind, "short") ? 2 : 1;
}

ssize_t write(int fd, const void *data, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  switch (fault(fd)) {
  case 1: return -1;
  case 2: return real(fd, data, size / 2 ? size / 2 : size);
  }
  return real(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  switch (fault(fd)) {
  case 1: return -1;
  case 2: real(fd, data, size / 2, at); errno = EIO; return -1;
  }
  return real(fd, data, size, at);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  return fault(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  return fault(fd) ? -1 : real(fd);
}

int sync_file_range(int fd, off64_t at, off64_t size, unsigned flags) {
  static int (*real)(int, off64_t, off64_t, unsigned);
  if (!real) real = dlsym(RTLD_NEXT, "sync_file_range");
  return fault(fd) ? -1 : real(fd, at, size, flags);
}

int ftruncate64(int fd, off64_t size) {
  static int (*real)(int, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
  return fault(fd) ? -1 : real(fd, size);
}
