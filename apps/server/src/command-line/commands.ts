import type { Outcome } from './outcome.ts'
import { tariffCheck } from './tariff-check.ts'

interface Command {
  /** The words that name it, then its arguments in capitals. */
  usage: string
  purpose: string
  run: (...values: string[]) => Outcome
}

/** Every command there is. */
const COMMANDS: readonly Command[] = [
  { usage: 'tariff check FILE', purpose: 'look over a new price list (CSV) before it is added', run: tariffCheck },
]

/** Runs the command that `words`, the arguments of the program, name. */
export function runCommand(words: readonly string[]): Outcome {
  if (words.includes('--help')) return { text: USAGE, exitCode: 0 }
  const command = COMMANDS.find(({ usage }) => isCalled(usage, words))
  if (!command) return { text: USAGE, exitCode: 2 }
  return command.run(...words.slice(nameOf(command.usage).length))
}

const nameOf = (usage: string): string[] => usage.split(' ').filter((word) => word !== word.toUpperCase())

const isCalled = (usage: string, words: readonly string[]): boolean =>
  usage.split(' ').length === words.length && nameOf(usage).every((word, index) => word === words[index])

const USAGE = `Usage: npm run postroom -- COMMAND

${COMMANDS.map(({ usage, purpose }) => `  ${usage.padEnd(24)}${purpose}\n`).join('')}`
