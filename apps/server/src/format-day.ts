type Zone = 'UTC' | 'Europe/London'

/** A day as a person reads it in a mail: `1 December 2026`. A date without a time is one in UTC. */
export const formatDay = (day: Date, timeZone: Zone = 'UTC'): string =>
  day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })

/** The same in French, where the first of a month is an ordinal: `1er décembre 2026`. */
export const formatDayInFrench = (day: Date, timeZone: Zone = 'UTC'): string =>
  day.toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone }).replace(/^1 /, '1er ')
