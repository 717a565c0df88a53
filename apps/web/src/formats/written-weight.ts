/** '250 g'; from 1 kg in kilograms: '1.24 kg'. */
export function writtenWeight(grams: number, language: string): string {
  const inKilograms = grams >= 1000
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inKilograms ? 'kilogram' : 'gram',
    maximumFractionDigits: 3,
  }).format(inKilograms ? grams / 1000 : grams)
}
