import { DEVICE_ERRORS, type DeviceErrorCode } from '@postroom/contract/device-messages'
import type { Language } from './status-texts.ts'

/** Copies of the web app's texts, which this page cannot load. */
const FRENCH: Record<DeviceErrorCode, string> = {
  printer_not_set: 'Aucune imprimante n’est choisie pour ce type de document.',
  printer_unknown: 'L’imprimante n’est plus disponible.',
  printer_stopped: 'L’imprimante s’est arrêtée.',
  media_mismatch: 'Le papier chargé ne convient pas au document.',
  media_not_offered:
    'L’imprimante ou sa file d’impression n’offre aucun papier qui convienne au document. Choisissez un autre papier ou une autre imprimante.',
  media_empty: 'L’imprimante n’a plus de papier. Mettez un nouveau rouleau ou des feuilles.',
  media_stuck: 'Le papier est coincé ou épuisé. Retirez-le, remettez-le bien droit et refermez l’imprimante.',
  toner_empty: 'L’imprimante n’a plus de toner ou d’encre. Mettez une nouvelle cartouche.',
  ribbon_empty:
    'L’imprimante n’a plus de ruban. Mettez un nouveau ruban ou, si ses étiquettes n’en ont pas besoin, réglez-la sur thermique direct.',
  tray_missing: 'Un bac de l’imprimante manque. Remettez-le en place.',
  output_full: 'Le bac des feuilles imprimées est plein. Videz-le.',
  cutter_stuck: 'Le massicot est bloqué. Éteignez l’imprimante, ouvrez-la et retirez ce qui bloque.',
  calibration_needed:
    'L’imprimante ne trouve pas le début de ses étiquettes. Vérifiez le type d’étiquettes dans ses réglages, puis calibrez-la.',
  cover_open: 'L’imprimante est ouverte. Fermez son capot.',
  label_not_taken: 'Une étiquette imprimée est encore dans l’imprimante. Prenez-la\u202f: la suivante sera imprimée.',
  printer_in_use: 'Un autre programme utilise l’imprimante. Attendez qu’il ait terminé.',
  printer_no_access:
    'Cet ordinateur n’autorise pas le gestionnaire de périphériques à utiliser l’imprimante. Donnez cet accès à l’utilisateur du gestionnaire, puis rebranchez l’imprimante.',
  printer_offline: 'L’imprimante ne répond pas. Vérifiez qu’elle est allumée et connectée.',
  printer_paused: 'L’imprimante est en pause sur son ordinateur. Relancez-la sur cet ordinateur.',
  paused_at_printer: 'L’imprimante est en pause. Appuyez sur sa touche de pause ou d’avance pour la relancer.',
  printer_cooling: 'L’imprimante est trop chaude et attend de refroidir. Elle reprendra d’elle-même.',
  printer_silent:
    'L’imprimante ne communique pas son état : rien n’a été envoyé. Branchez-la en USB, ou indiquez son modèle et son rouleau dans les réglages.',
  label_printer_silent:
    'L’imprimante d’étiquettes ne communique pas son état\u202f: rien n’a été envoyé. Vérifiez qu’elle est fermée et qu’il lui reste des étiquettes. Si elle ne communique jamais rien, ajoutez status=off à son adresse dans POSTROOM_LABEL_PRINTERS.',
  printer_data_lost:
    'L’imprimante a perdu une partie des données. Éteignez-la, rallumez-la, puis relancez l’impression.',
  half_label_inside:
    'L’imprimante garde la moitié d’une étiquette qu’elle n’a jamais reçue en entier\u202f: rien n’a été envoyé. Éteignez-la, rallumez-la, puis relancez l’impression.',
  printer_defect:
    'L’imprimante signale une panne. Éteignez-la et rallumez-la ; si la panne revient, faites-la réparer.',
  printer_editor_lite:
    'Editor Lite est activé : l’imprimante n’accepte aucune étiquette. Maintenez sa touche Editor Lite jusqu’à ce que le voyant s’éteigne.',
  printer_model_unknown: 'Ce modèle d’imprimante n’est pas pris en charge.',
  printer_setting_missing:
    'Le langage ou la résolution de cette imprimante d’étiquettes est inconnu. Indiquez-les dans POSTROOM_LABEL_PRINTERS sur son ordinateur.',
  print_area_too_small: 'Le document dépasse la zone imprimable de ce rouleau. Mettez un rouleau plus large.',
  offset_too_large: 'Avec ce décalage, une partie du document sortirait du papier. Réduisez le décalage.',
  resolution_too_low:
    'L’imprimante imprime à moins de 300 points par pouce, trop peu pour les marques d’une étiquette. Choisissez-en une autre ou, si elle peut faire mieux, réglez sa file d’impression sur 300 points par pouce.',
  queue_raw:
    'Cette file d’impression n’a pas de pilote et transmet les documents tels quels, ce que beaucoup d’imprimantes ne savent pas lire. Recréez-la avec le pilote de l’imprimante.',
  drawn_for_other_printer:
    'L’étiquette a été dessinée pour une imprimante d’une autre résolution. Imprimez-la à nouveau.',
  format_unsupported: 'L’imprimante ne lit ni le PDF ni le PWG Raster. Ajoutez-la à cet ordinateur avec son pilote.',
  settings_refused:
    'L’imprimante n’accepte pas le papier, la résolution ou un autre réglage dont le document a besoin. Choisissez un autre papier ou une autre imprimante.',
  document_unreachable: 'Le document n’a pas pu être récupéré sur le serveur.',
  document_foreign: 'Le document ne vient pas du serveur associé.',
  document_changed: 'Le document n’est pas celui qui était demandé.',
  document_too_large: 'Le document est trop volumineux pour être imprimé.',
  queue_full: 'Trop d’impressions attendent cette imprimante. Relancez la vôtre quand quelques-unes seront terminées.',
  outcome_unknown: 'On ne sait pas si l’impression a eu lieu. Vérifiez l’imprimante.',
  print_not_reported:
    'L’imprimante ne signale jamais ce qu’elle a imprimé : on ne sait donc pas si ce document est sorti. Vérifiez l’imprimante.',
  cancelled: 'L’impression a été annulée.',
  never_begun:
    'Le gestionnaire de périphériques s’est arrêté avant d’envoyer quoi que ce soit à l’imprimante. Relancez l’impression.',
  request_invalid: 'Le gestionnaire de périphériques n’a pas compris la demande.',
  request_expired: 'La demande est arrivée trop tard.',
  answer_too_large: 'La réponse du gestionnaire de périphériques est trop volumineuse pour être transmise.',
}

/** Each error with its remedy, in both languages. */
export const ERROR_SENTENCES: Record<Language, Record<DeviceErrorCode, string>> = { en: DEVICE_ERRORS, fr: FRENCH }
