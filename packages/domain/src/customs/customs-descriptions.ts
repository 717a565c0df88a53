/**
 * Words that customs refuse as the only words of a description, in the languages of the web app. Selected from the European
 * Commission's stop words for import control (ICS2) and the World Customs Organization's guidance on descriptions of goods,
 * 2021, with words of the same kind. Those lists are longer.
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

/** Words that also do not say what the goods are, but how many, how new or for whom. */
const FILLERS: ReadonlySet<string> = new Set(
  `
    a an the my our your some several few many more misc new used old small large little big nice assorted mixed box bag set
    lot of for and with to from in on at as only private personal commercial household birthday christmas xmas anniversary
    wedding mum dad friend friends family child children kids men women home office
    un une le la les des du de d l mon ma mes nos quelques plusieurs neuf neuve neufs neuves usagé usagée petit petite petits
    grand grande pour et avec en dans boîte sac lot noël anniversaire mariage ami amis famille enfant enfants personnel
    personnels personnelle maison bureau
  `
    .trim()
    .split(/\s+/),
)

/**
 * Whether a description does not say what the goods are: it has only refused words, with or without words like 'new' and 'for
 * my family', or no word at all.
 */
export function isVague(description: string): boolean {
  const text = description
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim()
  const significant = text.split(' ').filter((word) => !FILLERS.has(word) && !/^\d+$/.test(word))
  const isRefused =
    VAGUE_WORDS.has(text) ||
    VAGUE_WORDS.has(significant.join(' ')) ||
    significant.every((word) => VAGUE_WORDS.has(word))
  return isRefused || !/\p{L}{2}/u.test(text)
}
