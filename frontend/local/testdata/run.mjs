// Runs the module in Node as a worker of the page does. Messages are lines: to the module on the standard input, from the
// module on the standard output.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

const built = process.argv[2]
await import(join(built, 'wasm_exec.js'))
globalThis.postMessage = (text) => console.log(text)
const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(join(built, 'local.wasm')), go.importObject)
void go.run(instance)
createInterface({ input: process.stdin })
  .on('line', (data) => globalThis.onmessage({ data }))
  .on('close', () => process.exit())
