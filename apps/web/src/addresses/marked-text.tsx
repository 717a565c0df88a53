import { foldedName } from '@postroom/domain/catalogue/country-names'
import { wordsIn } from '@postroom/domain/catalogue/addressee-words'
import css from './who-to-box.module.css'

/** A text with the beginnings of words underlined that a search found. */
export function MarkedText({ text, typed }: { text: string; typed: string }) {
  const wanted = wordsIn(typed).toSorted((a, b) => b.length - a.length)
  // words at odd places, what is between them at even ones
  return text.split(/([\p{L}\p{N}\p{M}'’]+)/u).map((part, index) => {
    const found = index % 2 === 1 && wanted.find((word) => foldedName(part).startsWith(word))
    if (!found) return part
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span key={index}>
        <mark className={css.mark}>{part.slice(0, found.length)}</mark>
        {part.slice(found.length)}
      </span>
    )
  })
}
