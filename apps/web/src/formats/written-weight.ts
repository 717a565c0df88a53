import { packagingOf, type PackagingCode } from '@postroom/domain/catalogue/packaging'

/** '250 g'; from 1 kg, and always for a parcel, in kilograms as on its label: '1.24 kg'. @see spec §9 */
export function writtenWeight(grams: number, language: string, packaging?: PackagingCode): string {
  const isParcel = packaging !== undefined && packagingOf(packaging).printer === 'shipping'
  const inKilograms = isParcel || grams >= 1000
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inKilograms ? 'kilogram' : 'gram',
    maximumFractionDigits: 3,
  }).format(inKilograms ? grams / 1000 : grams)
}
