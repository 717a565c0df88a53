/**
 * What people call the goods they post, in English and French, and the subheadings of the Harmonized System of 2022 that these
 * goods usually have; the most usual first. The system has no word like 'mug'. Selected by hand from the notes of the
 * headings. It helps to find a code and decides nothing. Confidence: medium.
 */
const TABLE = `
  t-shirt, tee shirt, tee-shirt, vest top: 610910 610990
  shirt, blouse, chemise, chemisier: 620520 620630 610510 620530
  jumper, sweater, pullover, cardigan, hoodie, sweatshirt, jersey, pull, gilet, sweat: 611020 611030 611011
  dress, frock, robe: 620442 610442 620443
  skirt, jupe: 620452 610452
  trousers, jeans, chinos, pantalon, jean: 620342 620462
  shorts, short, bermuda: 620342 610342
  coat, anorak, parka, manteau: 620140 620240
  jacket, blazer, veste, blouson: 620332 620432
  socks, chaussettes: 611595 611596
  tights, leggings, collants: 611522 610463
  underwear, pants, knickers, boxers, culotte, caleçon, slip: 610711 610821
  bra, soutien-gorge: 621210
  pyjamas, nightdress, pyjama, chemise de nuit: 610721 610831
  scarf, shawl, wrap, écharpe, foulard, châle: 611710 621410 621420
  tie, necktie, bow tie, cravate, nœud papillon: 621510 621520
  gloves, mittens, gants, moufles: 611691 420329
  hat, cap, beanie, chapeau, bonnet, casquette: 650500
  belt, ceinture: 420330
  baby clothes, babygrow, romper, vêtements de bébé, body bébé: 611120 620920
  swimsuit, swimwear, bikini, maillot de bain: 611241 621112
  shoes, boots, trainers, chaussures, bottes, baskets: 640399 640419 640299
  slippers, sandals, chaussons, sandales: 640520 640299
  book, paperback, hardback, novel, livre, roman, livre de poche: 490199
  children's book, picture book, colouring book, livre pour enfants, album à colorier: 490300
  magazine, newspaper, journal, revue: 490290
  comic, bande dessinée, bd: 490199
  sheet music, score, partition: 490400
  map, atlas, carte routière: 490590 490520
  notebook, journal, diary, planner, sketchbook, carnet, cahier, agenda: 482010 482020
  greeting card, birthday card, christmas card, postcard, carte de vœux, carte postale: 490900
  calendar, calendrier: 491000
  poster, art print, print, photograph, photo, affiche, tirage: 491191
  leaflet, catalogue, brochure, flyer, dépliant: 491110
  sticker, label, autocollant, étiquette: 482110
  envelope, enveloppe: 481710
  wrapping paper, papier cadeau: 481190
  paper bag, sac en papier: 481940
  cardboard box, boîte en carton: 481910
  stamps, collectable stamp, timbres, timbre de collection: 970400
  coin, coins, pièce de monnaie, monnaie de collection: 711890 970531
  painting, drawing, canvas, peinture, tableau, dessin, aquarelle: 970121 970191
  sculpture, statue: 970310 970390
  pen, ballpoint, stylo, stylo bille: 960810
  fountain pen, stylo plume: 960830
  pencil, crayon, pastel, colouring pencil, crayon de couleur: 960910
  felt tip, marker, highlighter, feutre, surligneur: 960820
  ink, encre: 321590
  paint set, watercolours, boîte de peinture, gouache: 321310
  mug, cup, saucer, plate, bowl, teapot, ceramic, pottery, tasse, assiette, bol, théière, poterie, céramique: 691200 691110
  vase, ornament, figurine, ceramic figure, vase en céramique, bibelot: 691390 691310
  drinking glass, wine glass, tumbler, verre, verre à vin: 701337 701328
  glass jar, glass bottle, bocal, bouteille en verre: 701090
  water bottle, flask, thermos, vacuum flask, gourde, bouteille isotherme: 961700 392410
  cutlery, fork, spoon, couvert, fourchette, cuillère: 821599 821520
  knife, kitchen knife, couteau, couteau de cuisine: 821192 821191
  pocket knife, penknife, canif, couteau de poche: 821193
  scissors, ciseaux: 821300
  saucepan, frying pan, pot, casserole, poêle: 732393 761510
  chopping board, wooden spoon, wooden bowl, planche à découper, cuillère en bois: 441990 441911
  candle, scented candle, tealight, bougie, bougie parfumée: 340600
  reed diffuser, room spray, air freshener, incense, diffuseur, désodorisant, encens: 330749 330741
  soap, bar of soap, savon: 340111
  shower gel, body wash, liquid soap, gel douche, savon liquide: 340130
  shampoo, shampooing: 330510
  hair conditioner, hair oil, après-shampooing: 330590
  skin cream, face cream, moisturiser, lotion, cosmetics, crème, lait pour le corps, cosmétique: 330499
  lipstick, lip balm, rouge à lèvres, baume à lèvres: 330410
  mascara, eye shadow, mascara, fard à paupières: 330420
  nail polish, nail varnish, vernis à ongles: 330430
  perfume, eau de toilette, fragrance, parfum: 330300
  toothpaste, dentifrice: 330610
  toothbrush, brosse à dents: 960321
  hairbrush, comb, brosse à cheveux, peigne: 960329 961511
  hair clip, hair band, scrunchie, barrette, élastique à cheveux, chouchou: 961519 611780
  jewellery, jewelry, necklace, earrings, bracelet, ring, pendant, bijou, bijoux, collier, boucles d'oreilles, bague: 711719 711311 711319
  silver jewellery, silver ring, bijou en argent, bague en argent: 711311
  gold jewellery, gold ring, wedding ring, bijou en or, alliance: 711319
  beads, glass beads, perles, perles de verre: 701810
  cufflinks, boutons de manchette: 711711
  brooch, badge, pin, broche, épinglette, pins: 711719
  watch, wristwatch, montre: 910211 910221
  clock, alarm clock, wall clock, horloge, réveil: 910521 910511
  sunglasses, lunettes de soleil: 900410
  glasses, spectacles, reading glasses, lunettes: 900490
  handbag, shoulder bag, sac à main: 420221 420222
  wallet, purse, card holder, portefeuille, porte-monnaie, porte-cartes: 420231 420232
  phone case, phone cover, tablet case, coque de téléphone, étui de téléphone, coque: 392690 420232
  backpack, rucksack, suitcase, holdall, sac à dos, valise: 420292 420212
  tote bag, cotton bag, shopping bag, sac en toile, cabas: 420292
  make-up bag, wash bag, pencil case, trousse: 420292 420232
  keyring, key ring, keychain, porte-clés: 732690 392690
  umbrella, parapluie: 660191 660199
  cushion, cushion cover, pillow, coussin, oreiller, housse de coussin: 940490 630491
  duvet, quilt, couette: 940440
  blanket, throw, couverture, plaid: 630130 630140
  bed linen, duvet cover, sheet, pillowcase, drap, housse de couette, taie: 630221 630231
  towel, tea towel, serviette, torchon: 630260 630291
  tablecloth, napkin, nappe, serviette de table: 630251
  curtain, rideau: 630391
  rug, carpet, mat, tapis: 570242 570500
  cotton fabric, fabric, tissu: 520852 520832
  yarn, wool, knitting wool, laine à tricoter, pelote: 510910 551110
  ribbon, bookmark ribbon, ruban: 580632 580631
  lace, dentelle: 580421
  button, boutons, bouton: 960621
  sewing thread, thread, fil à coudre: 550810
  sewing kit, embroidery kit, cross stitch, kit de couture, kit de broderie: 630800
  toy, doll, teddy, soft toy, plush, jigsaw, puzzle, lego, model kit, jouet, poupée, peluche, maquette: 950300
  board game, dice, jeu de société, jeu de plateau, dés: 950490
  playing cards, trading cards, cartes à jouer: 950440
  video game, console, jeu vidéo, console de jeux: 950450
  christmas decoration, bauble, décoration de noël, boule de noël: 950510
  party decoration, balloon, décoration de fête, ballon de baudruche: 950590
  fishing lure, fishing tackle, leurre, hameçon: 950790 950720
  golf ball, balle de golf: 950632
  football, rugby ball, ballon: 950662
  yoga mat, fitness equipment, dumbbell, tapis de yoga, haltère: 950691
  guitar, ukulele, violin, guitare, violon: 920290 920210
  guitar strings, strings, cordes de guitare: 920930
  vinyl, vinyl record, lp, disque vinyle, disque, vinyle: 852380
  cd, dvd, blu-ray: 852349
  usb stick, memory card, ssd, clé usb, carte mémoire: 852351
  phone, mobile phone, smartphone, téléphone, téléphone portable: 851713
  headphones, earphones, earbuds, écouteurs, casque audio: 851830
  speaker, loudspeaker, haut-parleur, enceinte: 851822 851821
  laptop, tablet, notebook computer, ordinateur portable, tablette: 847130
  keyboard, computer mouse, clavier, souris: 847160
  charger, power supply, adapter, chargeur, adaptateur: 850440
  cable, usb cable, charging cable, câble, câble usb: 854442
  camera, digital camera, appareil photo: 852589
  camera lens, lens, objectif: 900211
  printed circuit board, circuit board, arduino, carte électronique: 853400 847330
  lamp, lampshade, light, lampe, abat-jour: 940521 940599
  torch, flashlight, lampe de poche: 851310
  picture frame, photo frame, cadre, cadre photo: 441490 830630
  mirror, miroir: 700992
  wooden box, jewellery box, coffret, boîte en bois: 442090
  wooden ornament, wood carving, sculpture en bois: 442019 442011
  basket, panier: 460219
  magnet, fridge magnet, aimant: 850519 850511
  tin, metal box, boîte métallique: 732690
  metal sign, plaque, enseigne: 831000
  screws, bolts, nuts, vis, boulons, écrous: 731815 731816
  hand tool, spanner, screwdriver, outil, tournevis, clé plate: 820411 820540
  car part, motorcycle part, pièce automobile, pièce de moto: 870899 871410
  bicycle part, bike part, pièce de vélo: 871499
  plastic box, plastic storage, boîte en plastique: 392310
  plastic figure, 3d print, impression 3d: 392640 392690
  silicone, rubber part, joint, pièce en caoutchouc: 401699
  tea, thé: 090230 090240
  coffee, café: 090121
  chocolate, chocolat: 180690 180632
  sweets, candy, fudge, toffee, bonbons, confiserie: 170490
  biscuits, cookies, shortbread, sablés: 190531
  cake, gâteau: 190590
  jam, marmalade, confiture: 200799 200791
  honey, miel: 040900
  spice, seasoning, épice: 091099
  sauce, ketchup, chutney: 210390
  food supplement, protein powder, complément alimentaire, protéines en poudre: 210690
  vitamins, vitamin tablets, vitamines: 210690
  pet food, dog treats, croquettes, friandises pour chien: 230910
  dog collar, dog lead, collier pour chien, laisse: 420100
  seeds, flower seeds, vegetable seeds, graines, semences: 120991 120930
  dried flowers, fleurs séchées: 060390
  artificial flowers, fleurs artificielles: 670290 670210
  whisky, whiskey: 220830
  gin: 220850
  wine, vin: 220421
  beer, bière: 220300
`

interface EverydayGoods {
  /** The phrases, separated by commas. */
  phrases: string
  codes: readonly string[]
}

/** The table of everyday words, one row for each kind of goods. */
export const EVERYDAY_GOODS: readonly EverydayGoods[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [phrases = '', codes = ''] = line.split(': ')
    return { phrases: phrases.trim(), codes: codes.split(' ') }
  })
