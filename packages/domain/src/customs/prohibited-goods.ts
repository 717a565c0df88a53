import type { Confidence } from '../tariffs/price-row.ts'
import type { ServiceCode } from '../catalogue/services.ts'

/** Whether goods may be sent: freely, packed and limited as the carrier requires, or not at all. */
type GoodsRule = 'free' | 'restricted' | 'prohibited'

/** Goods that the carrier limits or refuses. */
export interface LimitedGoods {
  code: string
  /** The English name in API responses. */
  name: string
  /** Words of a description, without accents; a space stands for any run of spaces and punctuation, `*` for any ending. */
  en: string
  fr: string
  /** Harmless phrases that contain the words. They are removed before the search. */
  not?: string
  /** Inside the United Kingdom, Jersey, Guernsey and the Isle of Man. */
  uk: GoodsRule
  abroad: GoodsRule
  /** To the forces, where it differs from abroad. */
  forces?: GoodsRule
  /** Services that pay compensation for these goods, so they accept them without a warning. */
  covered_by?: readonly ServiceCode[]
  source: string
  confidence: Confidence
}

const GUIDE = 'Royal Mail, prohibitions and restrictions in UK and international mail (guide of 2015; headings of 2025)'
const BFPO_GUIDE = 'gov.uk, BFPO services guide, prohibited items'

const INSURED: readonly ServiceCode[] = ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT', 'ITS', 'ISI']

/**
 * Goods that the carrier limits or refuses. The first match of a description counts. The carrier's list is longer; goods that no
 * sender would name are left out. Compare with the carrier's list before going live.
 */
export const LIMITED_GOODS: readonly LimitedGoods[] = [
  {
    code: 'explosives',
    name: 'Explosives, fireworks and flares',
    en: 'explosive*, firework*, gunpowder, detonator*, dynamite, sparkler*, signal flare*, distress flare*, party popper*, blasting cap*, percussion cap*',
    fr: 'explosif*, feu d artifice, feux d artifice, poudre a canon, detonateur*, dynamite, petard*, fusee de detresse, fusees de detresse',
    not: 'sparkler earring*, explosive growth',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'ammunition',
    name: 'Ammunition',
    en: 'ammunition, ammo, live round*, rifle round*, bullet*, shotgun cartridge*, blank cartridge*, gun cartridge*',
    fr: 'munition*, balles de fusil, balle de fusil, cartouche* de chasse, cartouche* de fusil, cartouche* a blanc',
    not: 'bullet journal*, bullet point*, bullet train*, bullet proof, bulletproof, silver bullet, ammo box empty, ammo pouch*, ammunition pouch*',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'firearms',
    name: 'Guns and imitation guns',
    en: 'gun, guns, handgun*, shotgun*, rifle*, pistol*, revolver*, firearm*, air rifle*, airsoft, bb gun*, stun gun*, taser*',
    fr: 'fusil, fusils, pistolet*, revolver*, carabine*, arme* a feu, taser*',
    not: 'water gun*, water pistol*, glue gun*, nerf gun*, toy gun*, massage gun*, heat gun*, staple gun*, spray gun*, nail gun*, gun dog*, gun metal, rifle scope*, paint gun*, caulking gun*, grease gun*, pistolet* a eau, pistolet* a colle, pistolet* a peinture, pistolet* jouet*, fusil* a eau',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'lithium_batteries',
    name: 'Lithium batteries sent on their own',
    en: 'lithium batter*, lithium ion batter*, li ion batter*, lithium ion cell*, lithium cell*, lipo batter*, lithium polymer batter*, power bank*, powerbank*, spare laptop batter*, replacement phone batter*, e bike batter*, cr2032*, 18650*',
    fr: 'batterie* au lithium, batterie* lithium*, pile* au lithium, pile* lithium, batterie* externe*, batterie* li ion, batterie* de rechange',
    not: 'power bank case*, powerbank case*, lithium batter* installed, lithium batter* fitted, lithium batter* in equipment, without lithium batter*, no lithium batter*, lithium batter* not included, sans batterie* au lithium, sans batterie* lithium, sans pile* au lithium',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'wet_batteries',
    name: 'Lead-acid and other wet batteries',
    en: 'lead acid batter*, car batter*, wet cell batter*, motorcycle batter*',
    fr: 'batterie* au plomb, batterie* de voiture, batterie* de moto',
    not: 'car battery charger*, motorcycle battery charger*, car battery tester*, chargeur* de batterie* de voiture, chargeur* de batterie* de moto',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'aerosols',
    name: 'Aerosols',
    en: 'aerosol*, spray paint*, hairspray*, hair spray*, spray deodorant*, deodorant spray*, body spray*, shaving foam, dry shampoo spray*, pepper spray*, insect spray*',
    fr: 'aerosol*, bombe* de peinture, bombe* aerosol*, laque* pour cheveux, deodorant* en spray, mousse a raser, bombe* lacrymogene*, peinture* en bombe',
    not: 'aerosol art book*, without aerosol, aerosol free, spray paint stencil*, non aerosol',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'perfume',
    name: 'Perfume and aftershave',
    en: 'perfume*, aftershave*, after shave, cologne, eau de toilette, eau de parfum, eau de cologne',
    fr: 'parfum*, apres rasage*, eau de toilette, eau de parfum, eau de cologne',
    not: 'perfumed, empty perfume bottle*, perfume bottle* empty, perfume bottle empty, perfume free, perfume tray*, perfume atomi* empty, solid perfume, cologne cathedral, parfum* solide*, sans parfum, flacon* de parfum vide*, parfume*, cologne germany, aftershave balm*, after shave balm*, bougie* parfum*',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'nail_varnish',
    name: 'Nail varnish, polish and gel',
    en: 'nail varnish*, nail polish*, nail gel*, gel polish*, nail lacquer*',
    fr: 'vernis a ongle*, gel pour ongles',
    not: 'nail polish remover*, nail varnish remover*, nail polish rack*, nail polish organi*, nail varnish stand*, without nail polish',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'spirits',
    name: 'Alcoholic drinks of 24% or more',
    en: 'whisky, whiskies, whiskey*, vodka*, gin, gins, rum, rums, brandy, brandies, cognac*, tequila*, absinthe, liqueur*, schnapps, grappa, bourbon, spirits of alcohol, alcoholic spirit*',
    fr: 'whisky*, vodka*, gin, rhum*, brandy, cognac*, armagnac*, tequila*, absinthe, liqueur*, eau de vie, pastis',
    not: 'whisky glass*, whiskey glass*, whisky tumbler*, whisky stone*, whisky decanter*, gin glass*, gin rummy, gin trap*, cotton gin*, rum baba*, liqueur chocolate*, chocolate liqueur*, liqueur glass*, brandy glass*, brandy butter, brandy snap*, bourbon biscuit*, bourbon cream*, rum raisin fudge, vodka glass*, verre* a whisky, verre* a liqueur*, chocolat* a la liqueur*, bonbon* a la liqueur*',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'alcohol',
    name: 'Alcoholic drinks under 24%',
    en: 'wine*, beer*, cider*, champagne*, prosecco, sherry, port wine*, alcoholic drink*, alcoholic beverage*, alcohol',
    fr: 'vin, vins, biere*, cidre*, champagne*, boisson* alcoolisee*, alcool*',
    not: 'alcool a bruler, alcool isopropylique, rubbing alcohol, isopropyl alcohol, wine glass*, wine rack*, wine stopper*, wine opener*, wine gum*, wine vinegar, beer glass*, beer mat*, beer mug*, beer towel*, champagne glass*, champagne flute*, champagne colour*, cider vinegar, alcohol marker*, alcohol ink*, wine red, root beer, ginger beer, verre* a vin, verre* a biere, chope* a biere, vinaigre de vin, vinaigre de cidre, vinaigre d alcool, flute* a champagne, marqueur* a alcool, dessous de biere, wine carrier*, wine bag*, wine coloured, wine book*, beer book*',
    uk: 'restricted',
    abroad: 'restricted',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'flammable',
    name: 'Flammable liquids and solids',
    en: 'petrol, gasoline, diesel fuel, kerosene, paraffin oil, lighter fluid*, lamp oil, paint thinner*, white spirit, turpentine, acetone, methylated spirit*, nail polish remover*, nail varnish remover*, firelighter*, fire lighter*, safety matches, box of matches, boxes of matches, matchbox with matches, isopropyl alcohol, rubbing alcohol, ethanol, methanol',
    fr: 'essence sans plomb, gazole, kerosene, petrole lampant, essence a briquet, diluant*, white spirit, terebenthine, acetone, alcool a bruler, dissolvant*, allume feu*, allumettes, alcool isopropylique, ethanol, methanol',
    not: 'acetone free, petrol station toy*, petrol blue, sans acetone, acetone powder, petrol cap*, ethanol burner empty',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'gases',
    name: 'Compressed and liquefied gases',
    en: 'butane, propane, gas canister*, gas cylinder*, gas cartridge*, lighter refill*, lighter gas, oxygen cylinder*, helium canister*, helium cylinder*, fire extinguisher*, scuba tank*, co2 cartridge*, nitrous oxide, camping gas, dry ice, liquid nitrogen',
    fr: 'butane, propane, bouteille* de gaz, cartouche* de gaz, recharge* de briquet, recharge* pour briquet, gaz pour briquet, extincteur*, bouteille* d helium, protoxyde d azote, glace carbonique, azote liquide',
    not: 'empty gas cylinder*, gas canister stand*, fire extinguisher sign*, extincteur* jouet*',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'lighters',
    name: 'Lighters',
    en: 'cigarette lighter*, gas lighter*, zippo lighter*, petrol lighter*, lighters',
    fr: 'briquet*',
    not: 'empty lighter*, lighter case*, lighter holder*, etui* a briquet, fire lighters',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'corrosives',
    name: 'Corrosive and toxic substances',
    en: 'sulphuric acid, sulfuric acid, hydrochloric acid, nitric acid, battery acid, caustic soda, drain cleaner*, bleach, mercury thermometer*, liquid mercury, cyanide, arsenic, pesticide*, weedkiller*, weed killer*, rat poison, insecticide*, herbicide*, poison, asbestos, hydrogen peroxide',
    fr: 'acide sulfurique, acide chlorhydrique, acide nitrique, soude caustique, deboucheur* liquide*, eau de javel, javel, thermometre* au mercure, mercure liquide, cyanure, arsenic, pesticide*, desherbant*, mort aux rats, insecticide*, herbicide*, poison, amiante, eau oxygenee',
    not: 'poison ivy comic*, poison ring*, pesticide free, asbestos free, bleach manga, bleach resistant, arsenic and old lace, poison cd, sans pesticide*, sans amiante, bleach dvd',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'drugs',
    name: 'Controlled drugs',
    en: 'cannabis, marijuana, cocaine, heroin, ecstasy pills, mdma, amphetamine*, ketamine, lsd',
    fr: 'cannabis, marijuana, cocaine, heroine en poudre, ecstasy, mdma, amphetamine*, ketamine, lsd',
    not: 'cannabis leaf print*, cannabis book*, drug* test kit*, heroine novel*',
    uk: 'prohibited',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'high',
  },
  {
    code: 'knives',
    name: 'Knives, blades and other sharp items',
    en: 'knife, knives, dagger*, sword*, machete*, razor blade*, blade, blades, scalpel*, axe, axes, flick knife, stiletto knife, crossbow*',
    fr: 'couteau*, couteaux, poignard*, epee*, machette*, lame, lames, rasoir* coupe chou*, scalpel*, hache, haches, arbalete*',
    not: 'knife block*, knife sharpener*, knife sheath*, knife holder*, butter knife, butter knives, blade guard*, wiper blade*, fan blade*, blade runner, grass blade*, shoulder blade*, toy sword*, plastic sword*, foam sword*, knife edge, sword fish, roller blade*, rollerblade*, bloc* a couteaux, aiguiseur* de couteau*, couteau* a beurre, lame* d essuie glace, epee* en mousse, epee* en plastique, epee* en bois, lame* de parquet, fish knife, fish knives, palette knife, palette knives',
    uk: 'restricted',
    abroad: 'restricted',
    forces: 'prohibited',
    source: `${GUIDE}; ${BFPO_GUIDE}: blades from 1 November 2019`,
    confidence: 'medium',
  },
  {
    code: 'money',
    name: 'Money and its equivalents',
    en: 'cash, banknote*, bank note*, gift card*, gift voucher*, travellers cheque*, traveller s cheque*, bullion, gold bar*, gold coin*, silver bullion, bearer bond*, lottery ticket*',
    fr: 'argent liquide, billet* de banque, carte* cadeau*, cheque* cadeau*, cheque* de voyage, lingot*, piece* d or, billet* de loterie',
    not: 'cash box*, cash register*, toy cash, chocolate gold coin*, chocolate coin*, johnny cash, gift card holder*, gift card box*, play banknote*, lingot* de chocolat, caisse* enregistreuse*, cash book*, cash tin*',
    uk: 'restricted',
    abroad: 'restricted',
    covered_by: INSURED,
    source: `${GUIDE}; valuables only by Special Delivery, abroad with a signature`,
    confidence: 'medium',
  },
  {
    code: 'jewellery',
    name: 'Jewellery, precious metals and stones',
    en: 'jewellery, jewelry, gold ring*, gold necklace*, gold chain*, gold bracelet*, gold watch*, diamond ring*, diamond*, silver ring*, silver necklace*, wedding ring*, precious stone*, gemstone*, rolex*',
    fr: 'bijou, bijoux, bague* en or, collier* en or, chaine* en or, bracelet* en or, montre* en or, diamant*, bague* en argent, alliance* en or, pierre* precieuse*, rolex',
    not: 'jewellery box*, jewelry box*, jewellery stand*, costume jewellery, costume jewelry, fashion jewellery, imitation jewellery, diamond painting*, diamond pattern*, diamond jubilee*, boite* a bijoux, bijou* fantaisie, bijoux fantaisie, broderie* diamant*, diamond drill*, diamond blade*, diamond shaped',
    uk: 'restricted',
    abroad: 'restricted',
    covered_by: INSURED,
    source: `${GUIDE}; valuables only by Special Delivery, abroad with a signature`,
    confidence: 'medium',
  },
  {
    code: 'ashes',
    name: 'Human or animal ashes and remains',
    en: 'human ashes, cremated remains, cremation ashes, pet ashes, human remains, animal remains',
    fr: 'cendres humaines, cendres funeraires, cendres d animal, restes humains',
    not: 'ashes urn empty, ashes series',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'living',
    name: 'Living creatures',
    en: 'live animal*, live insect*, live bee*, live fish, live reptile*, live cricket*, live mealworm*',
    fr: 'animal vivant, animaux vivants, insecte* vivant*, abeille* vivante*, poisson* vivant*, reptile* vivant*',
    uk: 'restricted',
    abroad: 'prohibited',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'medicines',
    name: 'Prescription medicines',
    en: 'prescription medicine*, prescription drug*, prescription medication*, insulin, morphine, antibiotic*, vaccine*',
    fr: 'medicament* sur ordonnance, insuline, morphine, antibiotique*, vaccin, vaccins',
    not: 'insulin pump case*, insulin bag*, antibiotic free, sans antibiotique*',
    uk: 'restricted',
    abroad: 'restricted',
    source: GUIDE,
    confidence: 'medium',
  },
  {
    code: 'tobacco',
    name: 'Tobacco and electronic cigarettes',
    en: 'tobacco, cigarette, cigarettes, cigar, cigars, vape*, e cigarette*, electronic cigarette*, snuff, e liquid*',
    fr: 'tabac, cigarette, cigarettes, cigare, cigares, vapoteuse*, cigarette* electronique*, e liquide*',
    not: 'cigarette case*, cigarette card*, cigar box empty, cigar cutter*, tobacco tin empty, tobacco pouch empty, tobacco brown, snuff box*, tobacco jar*, pot* a tabac, etui* a cigarette*, cigarette tin*',
    uk: 'restricted',
    abroad: 'restricted',
    source: `${GUIDE}; many countries prohibit it in the post`,
    confidence: 'low',
  },
  {
    code: 'perishables',
    name: 'Fresh food, plants and seeds',
    en: 'fresh meat, fresh fish, raw meat, fresh cheese, fresh fruit*, fresh vegetable*, cut flower*, live plant*, house plant*, plant seed*, vegetable seed*, flower seed*, seed potato*, soil',
    fr: 'viande fraiche, viande crue, poisson frais, fromage frais, fruits frais, legumes frais, fleurs coupees, plante* vivante*, plante* verte*, graine* a semer, semence*, terreau*',
    not: 'soil test kit*, soil association, soil free, fresh fruit print*, artificial house plant*, artificial cut flower*',
    uk: 'restricted',
    abroad: 'restricted',
    source: `${GUIDE}; plant health and veterinary rules of the destination`,
    confidence: 'low',
  },
]
