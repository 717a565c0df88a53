/** Joins class names, leaving out what is not there: `classNames(css.tile, isWide && css.wide)`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
