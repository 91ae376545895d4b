/** The worker in which the module runs. The module sets `onmessage` itself, and says `ready`. */
import '../../../local/built/wasm_exec.js'
import module from '../../../local/built/local.wasm?url'

/** Of wasm_exec.js, which comes with Go. */
declare const Go: new () => {
  importObject: WebAssembly.Imports
  run: (i: WebAssembly.Instance) => Promise<void>
}

const go = new Go()
WebAssembly.instantiateStreaming(fetch(module), go.importObject)
  .then(({ instance }) => go.run(instance))
  .then(() => reportError(new Error('The module has ended.')), reportError)
