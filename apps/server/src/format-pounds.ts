const ENGLISH = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const FRENCH = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Pence as a person reads them in a mail or at a terminal: `£1,250.00`. */
export const formatPounds = (pence: number): string => ENGLISH.format(pence / 100)

/** The same in French: `1 250,00 £`, with spaces that do not break. */
export const formatPoundsInFrench = (pence: number): string => `${FRENCH.format(pence / 100)}\u00a0£`
