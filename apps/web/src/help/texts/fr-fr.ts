import type { HelpTexts } from '../topics.ts'

export const TEXTS: HelpTexts = {
  send_parcel: {
    title: 'Envoyer un colis',
    note: 'Un seul envoi, de l’adresse à l’étiquette.',
    steps: [
      'Saisissez un nom, une entreprise ou un code postal, puis choisissez le destinataire.',
      'Posez l’envoi sur la balance ou saisissez son poids.',
      'Choisissez un service. Le moins cher vient en premier.',
      'Appuyez sur Acheter et imprimer. L’étiquette sort de l’imprimante d’étiquettes.',
    ],
    facts: [
      {
        title: 'Quand le montant est débité',
        text: 'Seulement quand Royal Mail a accepté l’envoi. Jusque-là, il est en attente.',
      },
      {
        title: 'Si la page est fermée trop tôt',
        text: 'Rien n’est acheté deux fois. Rouvrez la page : elle indique ce que l’achat est devenu.',
      },
    ],
  },
  send_letters: {
    title: 'Envoyer des lettres',
    note: 'Des étiquettes d’affranchissement sur une feuille ou un rouleau, sans destinataire.',
    steps: [
      'Choisissez le format, le poids d’une lettre et la classe.',
      'Indiquez le nombre d’étiquettes.',
      'Choisissez la feuille placée dans l’imprimante. Marquez les emplacements déjà utilisés.',
      'Appuyez sur Acheter et imprimer.',
    ],
    facts: [
      {
        title: 'Une feuille entamée',
        text: 'Les préférences peuvent retenir où la dernière feuille s’est arrêtée, et y reprendre.',
      },
      { title: 'Un slogan', text: 'Il se choisit à côté de l’étiquette et se garde dans les préférences.' },
    ],
  },
  send_many: {
    title: 'Faire un envoi groupé',
    note: 'Le même type d’envoi pour 1 000 destinataires au plus.',
    steps: [
      'Choisissez un fichier CSV ou un mot-clé du carnet d’adresses.',
      'Corrigez les lignes marquées, ou laissez-les de côté.',
      'Indiquez ce que vous envoyez. Certaines lignes peuvent avoir un autre service.',
      'Vérifiez le total, puis achetez et imprimez.',
    ],
    facts: [
      {
        title: 'Si la page est fermée',
        text: 'Les achats continuent. Les étiquettes s’impriment tant que la page est ouverte ; rouvrez-la pour les autres.',
      },
      { title: 'Une ligne refusée', text: 'Les autres sont achetées. Corrigez la ligne et vérifiez-la de nouveau.' },
    ],
  },
  abroad: {
    title: 'Envoyer à l’étranger',
    note: 'Les formulaires de douane viennent de ce que vous déclarez.',
    steps: [
      'Choisissez le destinataire. Les services changent avec le pays.',
      'Indiquez le motif : vente, cadeau, échantillon ou autre.',
      'Déclarez chaque marchandise : désignation, nombre, poids et valeur.',
      'Achetez et imprimez. Le formulaire de douane sort avec l’étiquette.',
    ],
    facts: [
      {
        title: 'Désignez la marchandise avec précision',
        text: '« T-shirt en coton » passe la douane, « cadeau » ou « vêtements » non.',
      },
      {
        title: 'Les marchandises réglementées',
        text: 'Postroom le signale avant l’achat. Lisez les règles : un envoi qui ne les respecte pas n’est pas indemnisé.',
      },
    ],
  },
  mailroom: {
    title: 'Traiter la file du courrier',
    note: 'Les colis préparés par vos collègues, achetés l’un après l’autre.',
    steps: [
      'Scannez le code du colis, ou saisissez un nom.',
      'Posez-le sur la balance. Le prix suit.',
      'Appuyez sur Entrée : il est acheté, l’étiquette s’imprime et la ligne suivante est choisie.',
    ],
    facts: [
      {
        title: 'À plusieurs',
        text: 'La ligne qu’un collègue traite est marquée. Personne ne l’achète une seconde fois.',
      },
      {
        title: 'Quelque chose ne va pas',
        text: 'Signalez un problème. Le colis retourne à la personne qui l’a préparé.',
      },
    ],
  },
  take_back: {
    title: 'Annuler un affranchissement',
    note: 'Pour une étiquette achetée et non utilisée.',
    steps: [
      'Ouvrez l’envoi dans l’historique.',
      'Annulez l’affranchissement et indiquez le motif.',
      'Détruisez l’étiquette. Elle ne doit plus être postée.',
    ],
    facts: [
      { title: 'Jusqu’à quand', text: 'Un envoi déjà scanné par Royal Mail ne peut plus être annulé.' },
      {
        title: 'Quand l’argent revient',
        text: 'Royal Mail décide. La réponse vous est signalée, et le compte montre le remboursement.',
      },
      { title: 'En cas de refus', text: 'L’affranchissement reste acheté et l’étiquette reste valable.' },
    ],
  },
  print_again: {
    title: 'Réimprimer une étiquette',
    note: 'Quand elle s’est coincée, déchirée ou n’est jamais sortie.',
    steps: [
      'Regardez l’accueil : une étiquette non imprimée figure en haut.',
      'Choisissez Réimprimer à côté de l’envoi. C’est gratuit.',
      'Détruisez l’étiquette abîmée. Une seule des deux peut être postée.',
    ],
    facts: [
      {
        title: 'Est-ce la même étiquette ?',
        text: 'Oui : le même numéro et le même affranchissement, imprimés une fois de plus.',
      },
      {
        title: 'Rien ne s’imprime',
        text: 'Vérifiez sous Imprimantes que l’imprimante est prête, et faites une impression d’essai.',
      },
    ],
  },
  set_printer: {
    title: 'Configurer une imprimante',
    note: 'Le gestionnaire de périphériques imprime. Il tourne sur l’ordinateur voisin de l’imprimante.',
    steps: [
      'Démarrez le gestionnaire de périphériques sur cet ordinateur. Il affiche un code.',
      'Saisissez ce code sous Imprimantes, puis appuyez sur Associer.',
      'Choisissez l’imprimante des étiquettes et celle des documents.',
      'Indiquez ce qui est chargé dans chacune, et faites une impression d’essai.',
    ],
    facts: [
      {
        title: 'L’étiquette est trop petite ou décalée',
        text: 'Imprimez la page de mesure, mesurez-la et saisissez ce que vous lisez.',
      },
      {
        title: 'L’imprimante est en veille',
        text: 'Réveillez-la. Ce qui attend s’imprime alors, dans le même ordre.',
      },
    ],
  },
  address_book: {
    title: 'Tenir le carnet d’adresses',
    note: 'Les destinataires que tout le monde, ou vous seulement, pouvez choisir.',
    steps: [
      'Appuyez sur Nouvelle adresse, ou importez un fichier CSV.',
      'Vérifiez l’adresse. Postroom montre ce qui changerait.',
      'Donnez-lui des mots-clés, pour écrire à plusieurs à la fois.',
    ],
    facts: [
      { title: 'Supprimée par erreur', text: 'Appuyez sur Annuler dans le message qui suit.' },
      { title: 'Un envoi est revenu', text: 'L’adresse reste marquée tant que personne ne l’a corrigée.' },
    ],
  },
  money: {
    title: 'Comprendre le solde',
    note: 'L’affranchissement se paie sur un compte prépayé de votre organisation.',
    steps: [
      'Regardez le solde en haut de chaque page : c’est ce que vous pouvez dépenser.',
      'Ouvrez Administration, puis Compte, pour voir chaque mouvement.',
      'Enregistrez le relevé en CSV ou en PDF pour votre comptabilité.',
    ],
    facts: [
      {
        title: 'En attente',
        text: 'Le prix d’un achat que Royal Mail n’a pas confirmé. Il est débité ou rendu de lui-même.',
      },
      {
        title: 'Le solde est trop bas',
        text: 'Adressez-vous à un responsable. Il fait un virement, inscrit au compte à son arrivée.',
      },
    ],
  },
}
