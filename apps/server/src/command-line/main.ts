import { runCommand } from './commands.ts'

const { text, exitCode } = await runCommand(process.argv.slice(2))
const out = exitCode === 0 ? process.stdout : process.stderr
out.write(text)
process.exitCode = exitCode
