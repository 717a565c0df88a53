import type { PrintJob, Printer, Scale } from '@postroom/contract/device-messages'
import type { ConnectionProblem } from '../connection/connection-problem.ts'
import type { ConnectionState } from '../connection/keep-connected.ts'
import type { DeviceStatus } from './device-status.ts'
import type { ServerRefused } from './device-status.ts'
import { PROBLEM_SENTENCES } from './problem-sentences.ts'

export const LANGUAGES = ['en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export const LOCALES: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' }

interface Texts {
  title: string
  otherLanguage: string
  /** The colon between a label and its value. In French a space precedes it. */
  colon: string
  server: string
  /** Follows the address of a server that the environment sets. */
  serverManaged: string
  serverAsked: string
  serverHow: string
  serverAddress: string
  connect: string
  connecting: string
  changeServer: string
  serverRefused: Record<Exclude<ServerRefused['code'], 'no_server'>, string>
  unreachable: string
  /** The problem and its remedy. */
  problems: Record<ConnectionProblem, string>
  clockWrong: string
  pairing: string
  /** The steps; the first goes before a link to the server. */
  pairingSteps: readonly [signIn: string, open: string, enter: string]
  pairingNext: string
  code: string
  paused: string
  pausedHow: string
  running: string
  pause: string
  resume: string
  organisation: string
  printers: string
  noPrinters: string
  loaded: string
  /** Precedes the width of a roll. */
  endless: string
  scale: string
  jobs: string
  noJobs: string
  newer: string
  newerHow: Record<NonNullable<DeviceStatus['newer']>['how'], string>
  /** Precedes the version. */
  rolledBack: string
  version: string
  log: string
  logHow: string
  copy: string
  copied: string
  back: string
  locked: string
  lockedHow: string
  lockedWhy: string
  /** The link to the page, for a browser that does not open it automatically. */
  goOn: string
  connectionStates: Record<Extract<ConnectionState, { alias: string }>['state'], string>
  printerStates: Record<Printer['state'], string>
  scaleStates: Record<Scale['state'], string>
  jobStates: Record<PrintJob['state'], string>
}

export const STATUS_TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Postroom device manager',
    otherLanguage: 'Français',
    colon: ': ',
    server: 'Server',
    serverManaged: 'Set by the administrator of this computer.',
    serverAsked: 'Which Postroom server do you use?',
    serverHow:
      'Enter the address at which you open Postroom in your browser. Nothing is printed until you also pair this computer.',
    serverAddress: 'Address of the server',
    connect: 'Connect',
    connecting: 'Connecting…',
    changeServer: 'Change the server',
    serverRefused: {
      managed: 'The administrator of this computer has set the server. It cannot be changed here.',
      paired: 'This computer is paired. Unpair it in Postroom first; then choose another server.',
      invalid: 'This is not an address. Enter it as in your browser, such as https://postroom.example.',
    },
    unreachable: 'No connection to the server. Trying again.',
    problems: PROBLEM_SENTENCES.en,
    clockWrong:
      'The clock of this computer is more than an hour off. Correct it; the device manager then connects by itself.',
    pairing: 'Not paired yet',
    pairingSteps: ['Sign in to Postroom:', 'Open Printers.', 'Enter the code. It is replaced when it expires.'],
    pairingNext: 'The printers of this computer then appear here.',
    code: 'Pairing code',
    paused: 'Printing is paused',
    pausedHow: 'New jobs wait here and in Postroom until you resume. A job that has begun is finished.',
    running: 'Jobs are printed as they arrive.',
    pause: 'Pause printing',
    resume: 'Resume printing',
    organisation: 'Organisation',
    printers: 'Printers',
    noPrinters: 'No printer found.',
    loaded: 'Loaded',
    endless: 'endless roll of',
    scale: 'Scale',
    jobs: 'Recent jobs',
    noJobs: 'Nothing printed yet.',
    newer: 'A newer version is available',
    newerHow: {
      automatic: 'It takes over by itself when nothing is being printed. If it does not work, this version goes on.',
      deb: 'This computer’s packages are installed by its administrator: download the file, compare its SHA-256, then install it.',
      download: 'Nothing is installed automatically: download it, compare its SHA-256, then install it.',
    },
    rolledBack: 'This version goes on, because a newer one did not work on this computer:',
    version: 'Version',
    log: 'Log',
    logHow: 'The latest events, for the person who helps you. The log contains no names, addresses, codes or links.',
    copy: 'Copy the log',
    copied: 'Copied.',
    back: 'Back',
    locked: 'This page is for the user who started the device manager',
    lockedHow: 'Open “Postroom device manager” from your applications, or run this command in a terminal:',
    lockedWhy: 'Each user of this computer has a device manager and a page of their own.',
    goOn: 'Open the status page',
    connectionStates: {
      connecting: 'Reconnecting.',
      connected: 'Connected',
      no_pubnub:
        'This program cannot communicate with its server: the files of PubNub are missing. Install the complete package.',
    },
    printerStates: { ready: 'Ready', printing: 'Printing', stopped: 'Stopped', offline: 'Does not answer' },
    scaleStates: { weight: 'Weight', moving: 'Settling', zero: 'Empty', fault: 'Reports a fault', gone: 'Unplugged' },
    jobStates: {
      queued: 'Waiting',
      sending: 'Sending',
      spooled: 'Printing',
      printed: 'Printed',
      failed: 'Not printed',
      unknown: 'Check the printer',
      cancelled: 'Cancelled',
    },
  },
  fr: {
    title: 'Gestionnaire de périphériques Postroom',
    otherLanguage: 'English',
    colon: '\u202f: ',
    server: 'Serveur',
    serverManaged: 'Défini par l’administrateur de cet ordinateur.',
    serverAsked: 'Quel serveur Postroom utilisez-vous\u202f?',
    serverHow:
      'Saisissez l’adresse à laquelle vous ouvrez Postroom dans votre navigateur. Rien ne s’imprime tant que cet ordinateur n’est pas aussi associé.',
    serverAddress: 'Adresse du serveur',
    connect: 'Se connecter',
    connecting: 'Connexion…',
    changeServer: 'Changer de serveur',
    serverRefused: {
      managed: 'L’administrateur de cet ordinateur a défini le serveur. Il ne peut pas être changé ici.',
      paired: 'Cet ordinateur est associé. Dissociez-le d’abord dans Postroom, puis choisissez un autre serveur.',
      invalid:
        'Ce n’est pas une adresse. Saisissez-la comme dans votre navigateur, par exemple https://postroom.example.',
    },
    unreachable: 'Pas de connexion au serveur. Nouvel essai en cours.',
    problems: PROBLEM_SENTENCES.fr,
    clockWrong:
      'L’horloge de cet ordinateur est décalée de plus d’une heure. Réglez-la\u202f; la connexion se fera alors d’elle-même.',
    pairing: 'Pas encore associé',
    pairingSteps: [
      'Connectez-vous à Postroom\u202f:',
      'Ouvrez les imprimantes.',
      'Saisissez le code. Il est remplacé lorsqu’il expire.',
    ],
    pairingNext: 'Les imprimantes de cet ordinateur apparaîtront alors ici.',
    code: 'Code d’association',
    paused: 'L’impression est suspendue',
    pausedHow:
      'Les nouvelles impressions attendent ici et dans Postroom jusqu’à la reprise. Une impression commencée se termine.',
    running: 'Les impressions partent dès leur arrivée.',
    pause: 'Suspendre l’impression',
    resume: 'Reprendre l’impression',
    organisation: 'Organisation',
    printers: 'Imprimantes',
    noPrinters: 'Aucune imprimante trouvée.',
    loaded: 'Chargé',
    endless: 'rouleau continu de',
    scale: 'Balance',
    jobs: 'Impressions récentes',
    noJobs: 'Rien n’a encore été imprimé.',
    newer: 'Une version plus récente est disponible',
    newerHow: {
      automatic:
        'Elle prend la relève d’elle-même lorsque rien ne s’imprime. Si elle ne fonctionne pas, cette version reste en service.',
      deb: 'L’administrateur de cet ordinateur installe ses paquets\u202f: téléchargez le fichier, comparez son SHA-256, puis installez-le.',
      download: 'Aucune installation automatique\u202f: téléchargez-la, comparez son SHA-256, puis installez-la.',
    },
    rolledBack: 'Cette version reste en service, car une plus récente n’a pas fonctionné sur cet ordinateur\u202f:',
    version: 'Version',
    log: 'Journal',
    logHow:
      'Les derniers événements, pour la personne qui vous aide. Il ne contient ni noms, ni adresses, ni codes, ni liens.',
    copy: 'Copier le journal',
    copied: 'Copié.',
    back: 'Retour',
    locked: 'Cette page est réservée à l’utilisateur qui a lancé le gestionnaire de périphériques',
    lockedHow:
      'Ouvrez «\u202fPostroom device manager\u202f» depuis vos applications, ou exécutez cette commande dans un terminal\u202f:',
    lockedWhy: 'Chaque utilisateur de cet ordinateur a son propre gestionnaire de périphériques et sa propre page.',
    goOn: 'Ouvrir la page d’état',
    connectionStates: {
      connecting: 'Reconnexion en cours.',
      connected: 'Connecté',
      no_pubnub:
        'Ce programme ne peut pas communiquer avec son serveur\u202f: les fichiers de PubNub sont absents. Installez le paquet complet.',
    },
    printerStates: { ready: 'Prête', printing: 'Impression en cours', stopped: 'Arrêtée', offline: 'Ne répond pas' },
    scaleStates: {
      weight: 'Poids',
      moving: 'Se stabilise',
      zero: 'Vide',
      fault: 'Signale une panne',
      gone: 'Débranchée',
    },
    jobStates: {
      queued: 'En attente',
      sending: 'Transmission en cours',
      spooled: 'Impression en cours',
      printed: 'Imprimé',
      failed: 'Non imprimé',
      unknown: 'Vérifiez l’imprimante',
      cancelled: 'Annulé',
    },
  },
}
