import { adjustCharge } from './adjust-charge.ts'
import {
  addOrganisation,
  addUser,
  creditAccount,
  eraseUser,
  grantRole,
  openAccount,
  revokeRole,
} from './administration.ts'
import { backup, restore } from './backup.ts'
import { erase } from './erase.ts'
import { renewKey } from './hub-key.ts'
import { ledgerVerify } from './ledger-verify.ts'
import type { Outcome } from './outcome.ts'
import { forget, showDue } from './retention.ts'
import { tariffCheck } from './tariff-check.ts'

interface Command {
  /** The words that name it, then its arguments in capitals. */
  usage: string
  purpose: string
  run: (...values: string[]) => Outcome | Promise<Outcome>
}

/** Every command there is. */
const COMMANDS: readonly Command[] = [
  { usage: 'org add NAME', purpose: 'make an organisation with an empty account', run: addOrganisation },
  {
    usage: 'user add ORGANISATION USERNAME EMAIL FULLNAME PLAN ROLE',
    purpose:
      'make a user (plan lite or full; role sender, mailroom, manager or operator) and show where they set a password',
    run: addUser,
  },
  { usage: 'user erase USERNAME', purpose: 'erase a user for good; what he bought stays', run: eraseUser },
  {
    usage: 'user grant USERNAME ROLE',
    purpose: 'give a user one more role; operator books received money',
    run: grantRole,
  },
  { usage: 'user revoke USERNAME ROLE', purpose: 'take a role away from a user', run: revokeRole },
  { usage: 'account open ORGANISATION NAME', purpose: 'open one more prepaid account', run: openAccount },
  {
    usage: 'account credit ACCOUNT POUNDS REFERENCE',
    purpose: 'book money that was received, up to TOPUP_LIMIT for one organisation in 24 hours',
    run: creditAccount,
  },
  {
    usage: 'account credit ACCOUNT POUNDS REFERENCE OPERATOR',
    purpose: 'the same in the name of an operator; above TOPUP_LIMIT another operator has to approve it',
    run: creditAccount,
  },
  {
    usage: 'charge adjust SHIPMENT POUNDS REFERENCE',
    purpose: 'book what the carrier charges more, or less (-0.20), for a shipment by its later invoice',
    run: adjustCharge,
  },
  { usage: 'ledger verify', purpose: 'prove that no row of ledger and audit log was changed', run: ledgerVerify },
  { usage: 'tariff check FILE', purpose: 'look over a new price list (CSV) before it is added', run: tariffCheck },
  { usage: 'backup FOLDER', purpose: 'copy the whole database, also while a server runs', run: backup },
  { usage: 'restore FOLDER', purpose: 'bring a backup back into an empty database', run: restore },
  { usage: 'hub-key renew', purpose: 'sign requests to device managers with a new key from now on', run: renewKey },
  { usage: 'erase NAME POSTCODE', purpose: 'take a person out of shipments and address books', run: erase },
  {
    usage: 'retention',
    purpose: 'forget now what is not to be kept longer, as the server does every hour',
    run: forget,
  },
  { usage: 'retention --dry-run', purpose: 'tell what would be forgotten, and change nothing', run: showDue },
]

/** Runs the command that `words`, the arguments of the program, name. */
export function runCommand(words: readonly string[]): Outcome | Promise<Outcome> {
  if (words.includes('--help')) return { text: USAGE, exitCode: 0 }
  const command = COMMANDS.find(({ usage }) => isCalled(usage, words))
  if (!command) return { text: USAGE, exitCode: 2 }
  return command.run(...words.slice(nameOf(command.usage).length))
}

const nameOf = (usage: string): string[] => usage.split(' ').filter((word) => word !== word.toUpperCase())

const isCalled = (usage: string, words: readonly string[]): boolean =>
  usage.split(' ').length === words.length && nameOf(usage).every((word, index) => word === words[index])

const USAGE = `Usage: npm run postroom -- COMMAND

${COMMANDS.map(({ usage, purpose }) => `  ${usage}\n      ${purpose}\n`).join('')}`
