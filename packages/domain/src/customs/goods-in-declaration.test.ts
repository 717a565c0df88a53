import { describe, expect, it, test } from 'vitest'
import { SERVICE_CODES } from '../catalogue/services.ts'
import { goodsNamedIn, limitedGoodsIn, refuseContents } from './goods-in-declaration.ts'
import { LIMITED_GOODS } from './prohibited-goods.ts'
import { customs } from '../testing/rating-scene.ts'

describe('recognises goods by their description', () => {
  test.each([
    ['explosives', 'Box of fireworks', 'Feux d’artifice', 'sparklers, pack of 5', 'pétards'],
    ['ammunition', 'Shotgun cartridges', '.22 ammunition', 'Munitions de chasse', 'rifle bullets', '9mm ammo'],
    ['firearms', 'Air rifle', 'BB gun', 'antique pistol', 'Fusil de chasse', 'Carabine à plomb'],
    [
      'lithium_batteries',
      'Lithium battery',
      'Lithium-ion batteries, spare',
      'power bank 10000 mAh',
      'Piles au lithium',
      'batteries externes',
      '4 × CR2032',
    ],
    ['wet_batteries', 'Car battery', 'Batterie au plomb'],
    ['aerosols', 'Aerosol', 'Hairspray 200ml', 'Spray paint, red', 'Bombe de peinture', 'aérosols'],
    ['perfume', 'Perfume', 'Aftershave', 'Eau de toilette 50 ml', 'Parfum', 'eau de Cologne', 'men’s perfumes'],
    ['nail_varnish', 'Nail polish', 'Vernis à ongles'],
    ['spirits', 'Bottle of whisky', 'Gin', 'Vodka 70cl', 'rhum agricole', 'Eau-de-vie', 'two bottles of brandy'],
    ['alcohol', 'Red wine', 'Bottles of beer', 'Vin rouge', 'Bière artisanale', 'Champagne'],
    ['flammable', 'Petrol', 'Nail polish remover', 'Dissolvant', 'white spirit', 'Alcool à brûler', 'Acétone'],
    ['gases', 'Butane refill', 'lighter refills', 'Bouteille de gaz', 'Dry ice'],
    ['lighters', 'Cigarette lighter', 'Briquet'],
    ['corrosives', 'Bleach', 'Eau de Javel', 'Weedkiller', 'Mort-aux-rats', 'Sulphuric acid'],
    ['drugs', 'Cannabis', 'cocaïne'],
    ['knives', 'Kitchen knife', 'Set of knives', 'Couteaux de cuisine', 'Razor blades', 'Épée', 'axe'],
    ['money', 'Cash', 'Bank notes', 'Billets de banque', 'gold coins', 'Carte cadeau'],
    ['jewellery', 'Jewellery', 'Gold ring', 'Bague en or', 'Diamond'],
    ['ashes', 'Human ashes', 'Cendres funéraires'],
    ['living', 'Live insects', 'Animaux vivants'],
    ['medicines', 'Prescription medicine', 'Insuline'],
    ['tobacco', 'Cigarettes', 'Tabac à rouler', 'Vapes', 'E-liquid'],
    ['perishables', 'Fresh meat', 'Fleurs coupées', 'Vegetable seeds'],
  ])('%s', (code, ...descriptions) => {
    expect(descriptions.map((text) => [text, goodsNamedIn(text)?.code])).toEqual(
      descriptions.map((text) => [text, code]),
    )
  })

  test.each([
    // whole words only

    'Begging bowl',
    'Engine part',
    'Drum sticks',
    'Scrumpled paper art',
    'Ginger biscuits',
    'Bladerunner poster',
    'Taxes guide',

    'Cashmere scarf',
    'Ringing bell',
    'Fusilli pasta',
    'Vinyl record',
    'Bière-style glass'.slice(-5),
    'Lampshade',
    'Hachette book',
    // harmless goods with similar names

    'Wine glasses',
    'Beer mats',
    'Whisky tumbler',
    'Gin rummy cards',
    'Glue gun',
    'Water pistol',
    'Nerf guns',
    'Gun dog whistle',

    'Bullet journal',
    'Knife block',
    'Butter knives',
    'Jewellery box',
    'Costume jewellery',
    'Perfumed soap',
    'Empty perfume bottle',

    'Wine gums',
    'Cider vinegar',
    'Alcohol-free beer',
    'Non-alcoholic gin',
    'Toy gun',
    'Lighter case',
    'Cash box',
    'Chocolate coins',

    'Chocolate gold coins',
    'Bleach manga volume 3',
    'Wiper blades',
    'Acetone-free pad',
    'Diamond painting kit',
    'Bourbon biscuits',

    'Verres à vin',
    'Bougie parfumée',
    'Vinaigre de cidre',
    'Bière sans alcool',
    'Pistolet à eau',
    'Couteau à beurre',
    'Boîte à bijoux',

    'Bijoux fantaisie',
    'Épée en mousse',
    'Flacon de parfum vide',
    'Marqueurs à alcool',
    'Chargeur de batterie de voiture',
    // batteries that are not lithium or not included

    'Alkaline AA batteries',
    'Battery charger',
    'Torch, without lithium batteries',
    'Camera, lithium battery not included',
    'Jouet sans piles au lithium',
    // goods that people often send

    'Woollen scarf, knitted',
    'Orange marmalade in jars',
    'Bound atlas, printed 1912',
    'Men’s cotton shirt',
    'Hardback book',
    'Ceramic teapot',

    'Leather wallet',
    'Wooden chess set',
    'Bicycle chain',
    'Running shoes',
    'Headphones',
    'Jigsaw puzzle',
    'Tea bags',
    'Soap bar',
    'Candle',

    'Chemise en coton',
    'Livre relié',
    'Théière en céramique',
    'Écharpe en laine',
    'Chaussures de sport',
    'Savon',
    'Thé noir',
    'Jeu de société',
  ])('finds nothing in %j', (description) => {
    expect(goodsNamedIn(description)?.code).toBeUndefined()
  })

  it('finds restricted goods beside a harmless phrase', () => {
    expect(goodsNamedIn('Wine glasses and a bottle of wine')?.code).toBe('alcohol')
    expect(goodsNamedIn('Glue gun with gun')?.code).toBe('firearms')
  })
})

const declaring = (description: string) => {
  const declaration = customs('G', 10_00)
  return { ...declaration, items: [declaration.items[0]!, { ...declaration.items[0]!, description }] }
}

describe('by destination and service', () => {
  const ROUTES = {
    London: { country: 'GB', postal_code: 'NW1 8LH' },
    Jersey: { country: 'JE', postal_code: 'JE2 4UE' },
    BFPO: { country: 'GB', postal_code: 'BF1 3AA' },
    France: { country: 'FR', postal_code: '75002' },
  }
  test.each([
    // goods                  London        Jersey        BFPO          France
    ['Fireworks', 'prohibited', 'prohibited', 'prohibited', 'prohibited'],
    ['Perfume', 'restricted', 'restricted', 'prohibited', 'prohibited'],
    ['Lithium batteries', 'restricted', 'restricted', 'prohibited', 'prohibited'],
    ['Aerosol', 'restricted', 'restricted', 'prohibited', 'prohibited'],
    ['Whisky', 'restricted', 'restricted', 'prohibited', 'prohibited'],
    ['Red wine', 'restricted', 'restricted', 'restricted', 'restricted'],
    ['Kitchen knife', 'restricted', 'restricted', 'prohibited', 'restricted'],
    ['Ammunition', 'prohibited', 'prohibited', 'prohibited', 'prohibited'],
    ['Woollen scarf', undefined, undefined, undefined, undefined],
  ] as const)('%s', (description, ...rules) => {
    const found = Object.values(ROUTES).map((route) => limitedGoodsIn({ ...route, customs: declaring(description) })[0])
    expect(found.map((row) => row?.rule)).toEqual(rules)
    expect(found.map((row) => row?.field)).toEqual(rules.map((rule) => rule && 'customs.contents_items.1.description'))
  })

  it('warns of money and jewellery, except with services that cover them', () => {
    const facts = { ...ROUTES.France, customs: declaring('Gold ring') }
    expect(limitedGoodsIn(facts, 'IS').map(({ goods }) => goods.code)).toEqual(['jewellery'])
    expect(limitedGoodsIn(facts, 'ITS')).toEqual([])
    expect(limitedGoodsIn({ ...facts, ...ROUTES.Jersey }, 'SD')).toEqual([])
  })

  it.each(['Gold ring', 'Banknotes'])('%s: only insured services accept it without a warning', (description) => {
    const facts = { ...ROUTES.France, customs: declaring(description) }
    const takers = SERVICE_CODES.filter((service) => limitedGoodsIn(facts, service).length === 0)
    expect(takers.toSorted()).toEqual(['ISI', 'ITS', 'SD', 'SD1PM_SAT', 'SD9AM', 'SD9AM_SAT'])
  })

  it('rejects prohibited goods only', () => {
    expect(refuseContents({ ...ROUTES.Jersey, customs: declaring('Perfume') })).toBeUndefined()
    expect(refuseContents({ ...ROUTES.France, customs: declaring('Perfume') })?.refusal).toEqual({
      code: 'goods_prohibited',
      details: { field: 'customs.contents_items.1.description', goods: 'perfume', name: 'Perfume and aftershave' },
    })
    expect(refuseContents(ROUTES.France)).toBeUndefined()
  })
})

it.each(LIMITED_GOODS)('$code has a source, and words that find it', (goods) => {
  expect(goods.source).toMatch(/\w{4}/)
  for (const words of [goods.en, goods.fr]) expect(goodsNamedIn(words.split(',')[0]!.replaceAll('*', ''))).toBeDefined()
})
