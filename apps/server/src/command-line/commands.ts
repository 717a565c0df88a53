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
import { connectClickAndDrop, disconnectClickAndDrop, testClickAndDrop } from './click-and-drop.ts'
import { fetchDocuments } from './documents.ts'
import { erase } from './erase.ts'
import { renewKey } from './hub-key.ts'
import { ledgerVerify } from './ledger-verify.ts'
import type { Outcome } from './outcome.ts'
import { showPageViews } from './page-views.ts'
import { deleteNow, showDue } from './retention.ts'
import { confirmDomain, turnPasswordsOn } from './sign-on.ts'
import { tariffCheck } from './tariff-check.ts'

interface Command {
  /** The words of the command, then its arguments in capitals. */
  usage: string
  purpose: string
  run: (...values: string[]) => Outcome | Promise<Outcome>
}

/** All commands. */
const COMMANDS: readonly Command[] = [
  { usage: 'org add NAME', purpose: 'create an organisation with an empty account', run: addOrganisation },
  {
    usage: 'user add ORGANISATION USERNAME EMAIL FULLNAME PLAN ROLE',
    purpose:
      'create a user (plan lite or full; role sender, mailroom, manager or operator) and print a link to set their password',
    run: addUser,
  },
  { usage: 'user erase USERNAME', purpose: 'erase a user for good; their purchases stay', run: eraseUser },
  {
    usage: 'user grant USERNAME ROLE',
    purpose: 'give a user another role; the role operator books received money',
    run: grantRole,
  },
  { usage: 'user revoke USERNAME ROLE', purpose: 'take a role away from a user', run: revokeRole },
  { usage: 'account open ORGANISATION NAME', purpose: 'open another prepaid account', run: openAccount },
  {
    usage: 'account credit ACCOUNT POUNDS REFERENCE',
    purpose: 'book money that was received, up to TOPUP_LIMIT for one organisation in 24 hours',
    run: creditAccount,
  },
  {
    usage: 'account credit ACCOUNT POUNDS REFERENCE OPERATOR',
    purpose: 'the same on behalf of an operator; above TOPUP_LIMIT another operator has to approve it',
    run: creditAccount,
  },
  {
    usage: 'charge adjust SHIPMENT POUNDS REFERENCE',
    purpose: "book what the carrier's invoice later charges for a shipment, more or less (-0.20)",
    run: adjustCharge,
  },
  {
    usage: 'click-and-drop connect ACCOUNT',
    purpose: 'buy the postage of an account at Royal Mail Click & Drop, with the key on standard input, and test it',
    run: connectClickAndDrop,
  },
  {
    usage: 'click-and-drop test ACCOUNT',
    purpose: 'test that key, and whether it may print labels',
    run: testClickAndDrop,
  },
  {
    usage: 'click-and-drop disconnect ACCOUNT',
    purpose: 'buy nothing more with that key',
    run: disconnectClickAndDrop,
  },
  {
    usage: 'sign-on confirm ORGANISATION DOMAIN',
    purpose: 'confirm that a mail domain is the organisation’s, so that its users sign in at their identity provider',
    run: confirmDomain,
  },
  {
    usage: 'sign-on passwords ORGANISATION',
    purpose: 'let its users sign in with passwords again, when their identity provider fails',
    run: turnPasswordsOn,
  },
  { usage: 'ledger verify', purpose: 'verify that no row of ledger or audit log was changed', run: ledgerVerify },
  { usage: 'tariff check FILE', purpose: 'check a new price list (CSV) before it is added', run: tariffCheck },
  {
    usage: 'backup PLACE',
    purpose: 'copy the whole database to a new folder or s3://bucket/name; a server may be running',
    run: backup,
  },
  { usage: 'restore PLACE', purpose: 'restore a backup into an empty database', run: restore },
  {
    usage: 'documents fetch',
    purpose: 'fetch all documents that have moved to STORAGE_URL back into the database, and delete them there',
    run: fetchDocuments,
  },
  { usage: 'hub-key renew', purpose: 'sign requests to device managers with a new key', run: renewKey },
  { usage: 'erase NAME POSTCODE', purpose: 'remove a person from shipments and address books', run: erase },
  { usage: 'page-views', purpose: 'print how often each page was opened in the last 30 days', run: showPageViews },
  {
    usage: 'retention',
    purpose: 'delete what is past its retention, as the server does every hour',
    run: deleteNow,
  },
  { usage: 'retention --dry-run', purpose: 'print what would be deleted, and change nothing', run: showDue },
]

/** Runs the command named by `words`, the arguments of the program. */
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
