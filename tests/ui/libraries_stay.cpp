// Compiled into the program with sanitizers alone. A graphics driver is unloaded when the window closes, and what it
// has kept until the end is then told as a leak of a module without a name, which no suppression can mean.

extern "C" int dlclose(void*) { return 0; }
