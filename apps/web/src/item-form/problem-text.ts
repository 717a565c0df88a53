import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { TFunction } from 'i18next'
import { fieldErrorText } from '../forms/form-error.ts'
import type { Problem } from './form-problems.ts'

/** How the error summary names a refused field: 'To – Postcode: Fill this in.' */
export function problemText({ name, error }: Problem, packaging: PackagingCode, t: TFunction): string {
  return t('common.about', { what: placeText(name, packaging, t), text: fieldErrorText(t, error) })
}

function placeText(name: string, packaging: PackagingCode, t: TFunction): string {
  const [part = '', field = ''] = name.split('.')
  if (part === 'to' || part === 'from') return `${t(`shipping.${part}`)} – ${t(`shipping.address.${field}`)}`
  const [, index, itemField] = /^customs\.contents_items\.(\d+)\.(\w+)$/.exec(name) ?? []
  if (index !== undefined)
    return `${t('shipping.customs.item', { number: Number(index) + 1 })} – ${t(`shipping.customs.${itemField}`)}`
  if (part === 'customs') return t(`shipping.customs.${field}`)
  return t(`shipping.${packaging === 'tube' && name === 'width' ? 'diameter' : (NAMES[name] ?? name)}`)
}

const NAMES: Record<string, string> = { shipping_date: 'posting_date', packaging: 'what' }
