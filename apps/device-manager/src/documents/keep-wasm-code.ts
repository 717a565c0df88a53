import v8 from 'node:v8'

/**
 * V8 may free compiled WebAssembly that a thread still runs when threads start and end with the same module, which
 * crashes the whole process: seen in Node 24.21, in `NativeModule::FreeCode`. A few megabytes are kept instead.
 * Each module that starts a thread imports this one.
 */
v8.setFlagsFromString('--no-wasm-code-gc')
