import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { checkTariff, type TariffFinding } from '@postroom/domain/tariffs/tariff-check'
import type { TariffRecord } from '@postroom/domain/tariffs/tariff-record'
import type { Outcome } from './outcome.ts'
import { readTariffFile, UnreadableTariff } from './read-tariff-file.ts'

/** Checks the price list in `file`. Prints what is wrong with it, or what it would change and how to add it. */
export function tariffCheck(file: string): Outcome {
  try {
    const records = readTariffFile(file)
    const findings = checkTariff(records, priceListFor)
    const errors = findings.filter(({ severity }) => severity === 'error')
    return errors.length > 0
      ? { text: `${linesOf(errors)}${file} cannot be used. Errors: ${errors.length}.\n`, exitCode: 1 }
      : { text: `${linesOf(findings)}${nextSteps(file, records)}`, exitCode: 0 }
  } catch (error) {
    if (error instanceof UnreadableTariff) return { text: `${error.message}\n`, exitCode: 1 }
    throw error
  }
}

const linesOf = (findings: readonly TariffFinding[]): string =>
  findings.map(({ row, message }) => `${row ? `row ${row}: ` : ''}${message}\n`).join('')

const nextSteps = (file: string, [first, ...others]: readonly TariffRecord[]): string =>
  `${file} has no errors. Rows: ${others.length + 1}.
It would apply from 00:00 Europe/London on ${first?.['effective_from']} to the price list ${first?.['channel']}.
To add it: copy it to packages/domain/figures/, then npm run tariffs, npm test, and commit.
`
