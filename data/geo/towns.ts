import type { StateCode } from '../model/state.ts'

/**
 * Which places a small map of Australia names. The gazetteer knows no sizes, so the choice is made here: the capitals, and towns that people
 * find their way by. Names and states as the gazetteer writes them.
 */
export const CAPITALS: readonly (readonly [name: string, state: StateCode])[] = [
  ['Sydney', 'NSW'], ['Melbourne', 'VIC'], ['Brisbane', 'QLD'], ['Adelaide', 'SA'], ['Perth', 'WA'], ['Hobart', 'TAS'], ['Darwin', 'NT'],
  ['Canberra', 'ACT'],
]

export const TOWNS: Readonly<Record<StateCode, readonly string[]>> = {
  NSW: [
    'Albury', 'Armidale', 'Bathurst', 'Batemans Bay', 'Bega', 'Bourke', 'Broken Hill', 'Byron Bay', 'Cobar', 'Coffs Harbour', 'Dubbo', 'Goulburn',
    'Grafton', 'Griffith', 'Lismore', 'Moree', 'Newcastle', 'Nowra', 'Orange', 'Parkes', 'Port Macquarie', 'Tamworth', 'Tweed Heads', 'Wagga Wagga',
    'Wollongong', 'Gosford', 'Katoomba', 'Lord Howe Island',
  ],
  VIC: [
    'Ballarat', 'Bairnsdale', 'Bendigo', 'Echuca', 'Geelong', 'Horsham', 'Mildura', 'Portland', 'Sale', 'Shepparton', 'Swan Hill', 'Traralgon',
    'Wangaratta', 'Warrnambool', 'Wodonga', 'Ararat',
  ],
  QLD: [
    'Birdsville', 'Bundaberg', 'Cairns', 'Charleville', 'Charters Towers', 'Cooktown', 'Cunnamulla', 'Emerald', 'Gladstone', 'Gympie', 'Hervey Bay',
    'Ipswich', 'Longreach', 'Mackay', 'Maroochydore', 'Mount Isa', 'Normanton', 'Rockhampton', 'Roma', 'Southport', 'Toowoomba', 'Townsville',
    'Warwick', 'Weipa', 'Winton', 'Hughenden',
  ],
  SA: [
    'Ceduna', 'Coober Pedy', 'Kadina', 'Kingscote', 'Leigh Creek', 'Marree', 'Mount Gambier', 'Murray Bridge', 'Oodnadatta', 'Port Augusta',
    'Port Lincoln', 'Port Pirie', 'Renmark', 'Victor Harbor', 'Whyalla', 'Woomera',
  ],
  WA: [
    'Albany', 'Broome', 'Bunbury', 'Busselton', 'Carnarvon', 'Derby', 'Esperance', 'Eucla', 'Exmouth', 'Geraldton', 'Halls Creek', 'Kalgoorlie',
    'Karratha', 'Kununurra', 'Mandurah', 'Margaret River', 'Meekatharra', 'Merredin', 'Newman', 'Northam', 'Norseman', 'Port Hedland', 'Wiluna',
    'Christmas Island',
  ],
  TAS: ['Burnie', 'Devonport', 'Launceston', 'Queenstown', 'St Helens', 'Strahan'],
  NT: ['Alice Springs', 'Katherine', 'Nhulunbuy', 'Tennant Creek', 'Yulara', 'Jabiru'],
  ACT: [],
}
