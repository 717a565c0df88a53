/**
 * Words that customs refuse when they are all that a description says, in the languages of the web app. A choice from the
 * European Commission's stop words for import control (ICS2) and the World Customs Organization's guidance on descriptions
 * of goods, 2021, and words of the same kind; those lists are longer, and this one will grow.
 */
const VAGUE_WORDS: ReadonlySet<string> = new Set(
  `
    accessories, apparel, appliances
    articles, as ordered, auto parts, bits, birthday gift, birthday gifts, cargo, christmas gift, clothes, clothing
    commodity, components, consumer goods, contents, electronic goods, electronics, equipment, food, foodstuff
    freight, garments, general cargo, gift, gifts, goods, household goods, item, items, machinery, merchandise
    miscellaneous, none, n/a, other, package, parcel, part, parts, personal effects, personal items, present
    presents, product, products, sample, samples, see invoice, spare parts, stuff, things, tools, unknown
    various, various goods
    accessoires, articles divers, autre, cadeau, cadeaux, colis, divers, échantillon, échantillons
    effets personnels, habits, marchandise, marchandises, pièces, pièces détachées, produit, produits, vêtements
  `
    .split(/[,\n]/)
    .map((word) => word.trim()),
)

/** Whether a description says nothing of what the thing is: one of the refused words alone, or no word at all. */
export function isVague(description: string): boolean {
  const words = description
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim()
  return VAGUE_WORDS.has(words) || !/\p{L}{2}/u.test(words)
}
