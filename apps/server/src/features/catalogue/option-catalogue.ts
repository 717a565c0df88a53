import type { listOptions } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { consequentialLossLine } from '@postroom/domain/rating/fees'
import { compensationLevels, OPTION_CODES, optionOf, type OptionField } from '@postroom/domain/catalogue/options'
import { SERVICES, type Service, type ServiceCode } from '@postroom/domain/catalogue/services'
import { reasonAgainst, type CatalogueView } from './reason-against.ts'

type OptionRow = AnswerOf<typeof listOptions>['data'][number]
type Field = OptionRow['fields'][number]

/** Every option, or those that allow `service`. An option is available while one of its services is; if none is, the reason is that of the first. */
export function optionCatalogue(service: ServiceCode | undefined, view: CatalogueView): OptionRow[] {
  return OPTION_CODES.map((code) => {
    const { name, services, fields } = optionOf(code)
    const rows = SERVICES.filter((row) => services.includes(row.code) && (!service || row.code === service))
    const reasons = rows.map((row) => reasonAgainst(row, view))
    const available = reasons.some((reason) => !reason)
    return {
      code,
      name,
      services: [...services],
      fields: fields.map((field) => FIELDS[field](rows)),
      available,
      ...(!available && reasons[0]),
    }
  }).filter((option) => !service || option.services.includes(service))
}

/** Amounts of consequential loss cover that have a price, in whole pounds. */
const COVERS = [1000, 2500, 5000, 7500, 10000].filter((cover) => consequentialLossLine(cover, 'exempt'))

const FIELDS = {
  amount: () => ({ code: 'amount', type: 'pence', choices: [] }),
  compensation: (services) => ({
    code: 'compensation',
    type: 'choice',
    choices: compensationLevels(services.map(({ code }) => code)),
  }),
  saturday: () => ({ code: 'saturday', type: 'yes_no', choices: [] }),
  consequential_loss: () => ({ code: 'consequential_loss', type: 'choice', choices: COVERS }),
} as const satisfies Record<OptionField, (services: readonly Service[]) => Field>
