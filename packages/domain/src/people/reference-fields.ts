/** An organisation's rule for one reference of each shipment. The first rule is for the first reference, and so on. */
export interface ReferenceField {
  label: string
  required: boolean
  /** The allowed values; empty: any value. */
  choices: readonly string[]
  /** The pattern of the value: `9` is a digit, `A` a letter, any other character itself; empty: any value. */
  pattern: string
}

interface ReferenceProblem {
  /** Index of the reference, from 0. */
  position: number
  code: 'required' | 'not_allowed' | 'invalid'
}

/** The problems of a shipment's references by field. References without a rule are not checked. */
export const referenceProblems = (
  fields: readonly ReferenceField[],
  references: readonly string[],
): ReferenceProblem[] =>
  fields.flatMap((field, position) => {
    const code = problemOf(field, references[position] ?? '')
    return code ? [{ position, code }] : []
  })

function problemOf(field: ReferenceField, reference: string): ReferenceProblem['code'] | undefined {
  if (reference === '') return field.required ? 'required' : undefined
  if (field.choices.length > 0 && !field.choices.includes(reference)) return 'not_allowed'
  if (field.pattern !== '' && !hasForm(reference, field.pattern)) return 'invalid'
  return undefined
}

const KINDS: Record<string, RegExp> = { '9': /^\d$/, A: /^\p{L}$/u }

/** Compared character by character, because a user's regular expression could block the server. */
function hasForm(text: string, pattern: string): boolean {
  const characters = Array.from(text)
  const signs = Array.from(pattern)
  return (
    characters.length === signs.length &&
    signs.every((sign, index) => KINDS[sign]?.test(characters[index]!) ?? sign === characters[index])
  )
}
