/** What an organisation wants to know of each shipment; the first field is about the first reference, and so on. */
export interface ReferenceField {
  label: string
  required: boolean
  /** The only values allowed; empty: any. */
  choices: readonly string[]
  /** The form of the value: `9` a digit, `A` a letter, every other character itself; empty: any. */
  pattern: string
}

interface ReferenceProblem {
  /** Place of the reference, from 0. */
  position: number
  code: 'required' | 'not_allowed' | 'invalid'
}

/** What is wrong with the references of a shipment, field by field. What nobody asks for is not looked at. */
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

/** Compared character by character: a regular expression of a user could keep the server busy for ever. */
function hasForm(text: string, pattern: string): boolean {
  const characters = Array.from(text)
  const signs = Array.from(pattern)
  return (
    characters.length === signs.length &&
    signs.every((sign, index) => KINDS[sign]?.test(characters[index]!) ?? sign === characters[index])
  )
}
