import { runProgram, THIS_PROGRAM } from './program.ts'

// no await at the top: the packaged program is CommonJS
runProgram(THIS_PROGRAM).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
