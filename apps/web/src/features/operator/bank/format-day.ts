/** A calendar day in words: '20 Nov 2026'. */
export const formatDay = (day: string, language: string): string =>
  new Date(day).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
