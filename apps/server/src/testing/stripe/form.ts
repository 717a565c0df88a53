/** A value of a form that names nested fields in brackets, as Stripe's SDK sends it: `line_items[0][quantity]=1`. */
export interface Form {
  [name: string]: string | Form
}

export function readForm(encoded: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop()!
    let inner = form
    for (const step of path) inner = (inner[step] ??= {}) as Form
    inner[last === '' ? String(Object.keys(inner).length) : last] = value
  }
  return form
}

/** The text of a nested field; undefined where it is missing. */
export function fieldOf(form: Form, ...path: string[]): string | undefined {
  let value: string | Form | undefined = form
  for (const step of path) value = typeof value === 'object' ? value[step] : undefined
  return typeof value === 'string' ? value : undefined
}
