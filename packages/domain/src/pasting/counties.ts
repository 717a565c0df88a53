import { foldedName } from '../catalogue/country-names.ts'
import { isState } from './codes.ts'

/**
 * Counties of the United Kingdom as people write them below a post town, and their short forms. Source: the historic and
 * ceremonial counties; those that are also post towns (Durham) are left out, so that no town is taken for a county.
 */
const COUNTIES = new Set(
  `Aberdeenshire|Anglesey|Angus|Argyll|Argyllshire|Ayrshire|Banffshire|Bedfordshire|Beds|Berkshire|Berks|Berwickshire|
  Buckinghamshire|Bucks|Caithness|Cambridgeshire|Cambs|Carmarthenshire|Ceredigion|Cheshire|Clwyd|Co Antrim|Co Armagh|
  Co Down|Co Durham|Co Fermanagh|Co Londonderry|Co Tyrone|Cornwall|County Antrim|County Armagh|County Down|County Durham|
  County Fermanagh|County Londonderry|County Tyrone|Cumbria|Denbighshire|Derbyshire|Derbys|Devon|Dorset|Dumfriesshire|
  Dyfed|East Lothian|East Sussex|East Yorkshire|Essex|Fife|Flintshire|Gloucestershire|Glos|Greater London|
  Greater Manchester|Gwent|Gwynedd|Hampshire|Hants|Herefordshire|Hertfordshire|Herts|Humberside|Inverness-shire|
  Isle of Wight|Kent|Lanarkshire|Lancashire|Lancs|Leicestershire|Leics|Lincolnshire|Lincs|Merseyside|Mid Glamorgan|
  Middlesex|Middx|Midlothian|Monmouthshire|Norfolk|North Yorkshire|Northamptonshire|Northants|Northumberland|
  Nottinghamshire|Notts|Oxfordshire|Oxon|Pembrokeshire|Perthshire|Powys|Renfrewshire|Ross-shire|Rutland|Salop|Shropshire|
  Somerset|South Glamorgan|South Yorkshire|Staffordshire|Staffs|Stirlingshire|Suffolk|Surrey|Sutherland|Sussex|
  Tyne and Wear|Warwickshire|Warks|West Glamorgan|West Lothian|West Midlands|West Sussex|West Yorkshire|Wiltshire|Wilts|
  Worcestershire|Worcs|Yorkshire`
    .split('|')
    .map(foldedName),
)

/** Whether a line is only a county, or the state of an address overseas; Irish counties begin with the word. */
export const isRegion = (line: string): boolean => {
  const name = foldedName(line)
  return COUNTIES.has(name) || isState(line) || /^(?:co|county) \p{L}+$/u.test(name)
}
