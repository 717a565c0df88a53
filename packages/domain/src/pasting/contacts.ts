const EMAIL = /[^\s<>,;:()]+@[^\s<>,;:()]+\.[a-z]{2,}/i
const EMAIL_LABEL = /\b(?:e-?mail|mail|courriel)\s*[:.]?\s*$/i
const PHONE_LABEL = /^(?:t|tel|tél|telephone|téléphone|phone|mob|mobile|m|ph|telefon)\s*[:.]*\s*(?=[+(\d])/i
/** Digits with the punctuation people write between them. */
const PHONE = /^\+?[\d\s()./-]{7,25}$/

/** Takes the first telephone number and the first e-mail address out of the lines. A second one stays a line. */
export function contactsIn(lines: readonly string[]): { lines: string[]; phone1: string; email: string } {
  let phone1 = ''
  let email = ''
  const rest = lines.flatMap((line) => {
    const mail = EMAIL.exec(line)?.[0]
    if (email === '' && mail !== undefined) {
      email = mail
      const [before = '', after = ''] = line.split(mail)
      return [before.replace(/[<(]$/, '').replace(EMAIL_LABEL, ''), after.replace(/^[>)]/, '')].filter(hasText)
    }
    const number = line.replace(PHONE_LABEL, '')
    if (phone1 === '' && PHONE.test(number) && isPhone(number, number !== line)) {
      phone1 = number.trim()
      return []
    }
    return [line]
  })
  return { lines: rest.map((line) => line.trim()).filter(hasText), phone1, email }
}

/** A postal code is digits too, so without a label a telephone number begins with + or 0 and is longer. */
function isPhone(number: string, isLabelled: boolean): boolean {
  const digits = number.replaceAll(/\D/g, '').length
  return digits <= 15 && (isLabelled ? digits >= 7 : digits >= 9 && /^[+(0]/.test(number))
}

const hasText = (line: string): boolean => /[\p{L}\p{N}]/u.test(line)
