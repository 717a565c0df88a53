/** Joins class names and skips missing ones: `classNames(css.tile, isWide && css.wide)`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
