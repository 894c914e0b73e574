/** Words for the names of Australian parks and streets, most frequent first where the order matters. */

const words = (text: string) => text.trim().split(/\s+/)

export const SURNAMES = words(`
Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Walker Harris Lee Ryan Robinson Kelly King Davis Wright
Evans Roberts Green Hall Wood Jackson Clarke Cook Scott Mitchell Young Campbell Stewart Murphy Turner Watson Morris Cooper Hill Ward
Edwards Moore Bell Baker Phillips Parker Allen Bennett Collins Rogers Murray Hughes Richardson Simpson Carter Morgan Gray Fraser Reid Ross
Elliott Graham Hamilton Mason Russell Shaw Marshall Price Ellis Cameron Webb Harvey Adams Hunter Gordon Grant Mills Palmer Burns Kennedy
Fisher Chapman Barnes Duncan Henderson Knight Lloyd Butler Ferguson Payne Stevens Walsh Burke Daly Nolan Quinn Sullivan Doyle Byrne Casey
Armstrong Atkinson Barrett Bates Bishop Blake Bolton Bradley Brady Briggs Brooks Bruce Buckley Burgess Burton Carr Chandler Coleman Connor
Crawford Cross Cunningham Curtis Dawson Dean Dickson Dixon Douglas Drummond Dunn Dunstan Eastwood Farrell Field Fitzgerald Fleming Fletcher
Forbes Ford Foster Fowler Fox Francis Freeman Gardner Gibson Gilbert Gill Goodwin Griffin Griffiths Hancock Hansen Harding Harrison Hart Hayes
Heath Hicks Higgins Hobbs Holland Holmes Hooper Hopkins Horne Howard Hudson Humphrey Hunt Hyde Irwin Jarvis Jenkins Jennings Johnston Jordan
Keating Keith Kendall Kent Kerr Lamb Lambert Lane Lawrence Lawson Leslie Lewis Lindsay Little Logan Long Lowe Lucas Lynch Macdonald Mackay
Macleod Macquarie Maher Manning Marsden Matthews McCarthy McDonald McGregor McKenzie McLean McMahon McNamara Meredith Miller Moran Morrison
Nelson Newman Newton Nicholson Norman Norris Norton O'Brien Oliver Osborne Owens Page Parsons Paterson Pearce Perkins Perry Peters Porter Potter
Powell Preston Pritchard Purcell Ramsay Randall Reeves Reynolds Rhodes Rice Richards Riley Rose Rowe Ruddock Rutherford Saunders Savage Sharp
Shepherd Sherwood Sinclair Slater Sloan Somerville Spencer Stafford Stanley Steele Stephens Stokes Stone Stuart Summers Sutherland Swan Tait
Talbot Temple Thomas Thornton Todd Tracey Tucker Underwood Vaughan Vincent Wallace Waters Watkins Weaver Webster Wells West Weston Wheeler
Whitfield Wilkinson Willis Wills Windsor Winter Wolfe Woods Wyatt Yates Abbott Ainsworth Albert Alcock Alderson Aldridge Alexander Allison
Angus Archer Ashby Ashton Austin Avery Bailey Balfour Ballard Banks Barclay Barker Barlow Barton Bassett Baxter Beaumont Beckett Benson Berry
Beveridge Birch Birdwood Blackburn Blackwood Blair Bligh Booth Bourke Bowen Bowman Boyd Bradfield Bradman Brennan Brewer Bridges Brisbane
Broughton Buchanan Calder Calvert Canning Cardigan Carlisle Carson Cartwright Chambers Chifley Churchill Clifton Cobb Cockburn Connelly Cowan
Cowper Crosby Curtin Dalton Darling Darwin Davey Deakin Denison Derby Dobson Donaldson Dorset Durham Eden Elgin Emerson Enfield Essex Everard
Fairfax Farmer Farnham Faulkner Finlay Fisken Flanagan Flinders Forrest Franklin Galvin Garland Gibbs Gipps Gladstone Glover Goulburn Gower
Grainger Greenway Grey Grosvenor Hackett Haig Hargraves Hastings Hawthorn Helena Henley Hindmarsh Hotham Hume Huxley Isaacs Jamieson Jervis
Kavanagh Kingsford Kirk Kitchener Lachlan Lansdowne Latham Lawley Leichhardt Leonard Light Lister Livingstone Lockyer Lonsdale Lyons Malcolm
Mawson Melville Menzies Merritt Monash Montgomery Napier Nepean Nightingale Oakley Oxley Paget Palmerston Parkes Paxton Peel Phillip Pitt
Raglan Redmond Ridley Roberts Rosebery Rowland Salisbury Scarborough Seymour Shelley Sorell Stirling Strickland Sturt Sydenham Tennyson Tench
Torrens Trafalgar Tyrrell Verdon Wakefield Wellington Wentworth Whitlam Wickham Wilmot Wolseley Wynyard Younger Zeehan
`)

export const FLORA = words(`
Jacaranda Acacia Wattle Banksia Grevillea Waratah Eucalyptus Bottlebrush Kurrajong Melaleuca Ironbark Redgum Bluegum Stringybark Paperbark Casuarina
Hakea Boronia Correa Fern Palm Pine Cedar Oak Elm Poplar Willow Cypress Fig Laurel Myrtle Magnolia Camphor Lilly Pilly Coolabah Brigalow Mulga
Mallee Jarrah Karri Marri Tuart Peppermint Sheoak Blackbutt Tallowwood Bloodwood Spotted Turpentine Angophora Heath Tea-tree Pandanus Mangrove
Lavender Rosella Hibiscus Frangipani Bougainvillea Camellia Azalea Gardenia Orchid Lily Rose Daisy Clover Fennel Sorrel Sage Thyme Rosemary
Almond Apricot Cherry Mulberry Olive Quandong Macadamia Mango Lemon Orange Maple Ash Beech Birch Hazel Holly Juniper Linden Rowan Sycamore Yew
`)

export const FAUNA = words(`
Pelican Kookaburra Magpie Rosella Lorikeet Galah Cockatoo Heron Ibis Egret Swan Gull Tern Plover Osprey Eagle Falcon Kestrel Hawk Kingfisher Wren
Robin Honeyeater Wattlebird Currawong Curlew Brolga Emu Cassowary Kangaroo Wallaby Koala Wombat Possum Platypus Echidna Bandicoot Quokka Bilby
Dingo Dolphin Whale Seal Turtle Mullet Bream Barramundi Trout Oyster Crab Heron Lyrebird Finch Swallow Martin Pheasant Quail Duck Teal Cormorant
`)

export const LANDFORMS = words(
  'Point Creek Bay Hill Gully Lagoon Ridge Lake Valley Flat Cove Island Rock Waters Head Beach Glen Park River Swamp Inlet Bend Dale Gorge',
)

export const KINDS: readonly (readonly [string, number])[] = [
  ['Park', 430],
  ['Reserve', 400],
  ['Dog Park', 90],
  ['Oval', 60],
  ['Beach', 90],
  ['Recreation Reserve', 40],
  ['Foreshore', 35],
  ['Playground', 45],
  ['Off-Leash Area', 30],
  ['Dog Beach', 25],
  ['Gardens', 25],
  ['Dog Exercise Area', 20],
  ['Sports Ground', 18],
  ['Foreshore Reserve', 16],
  ['Parklands', 16],
  ['Linear Park', 14],
  ['Fenced Dog Park', 14],
  ['Common', 10],
  ['Wetlands', 10],
  ['Bushland Reserve', 10],
  ['Green', 8],
  ['Memorial Park', 22],
  ['Walking Trail', 8],
  ['Nature Reserve', 8],
  ['Esplanade', 6],
  ['Square', 8],
  ['Domain', 3],
]

export const STREET_TYPES: readonly (readonly [string, number])[] = [
  ['Street', 430],
  ['Road', 210],
  ['Avenue', 130],
  ['Drive', 70],
  ['Court', 30],
  ['Crescent', 40],
  ['Place', 30],
  ['Parade', 25],
  ['Terrace', 25],
  ['Lane', 15],
  ['Way', 15],
  ['Boulevard', 8],
  ['Circuit', 8],
  ['Esplanade', 8],
  ['Close', 8],
  ['Highway', 6],
]
