/* The words of invented customers, cars and addresses. */

export const FIRST_NAMES = (
  'Harriet Miles Nora Ines Theo Wren Dana Luis Priya Omar Grace Tyrone Mei Anders Lucia Kwame Sofia Ravi Elena Marcus ' +
  'Aisha Peter Yuki Carlos Hannah Dmitri Fatima Owen Rosa Victor Zoë Samir Julia Andre Paige Hector Linh Brian Noor Gail'
).split(' ')

export const LAST_NAMES = (
  "Quill Okafor O'Shea Núñez Brandt Castellane Smith Johnson Garcia Nguyen Patel Kim Williams Brown Lopez Lee Walker " +
  'Hall Young King Wright Scott Green Baker Adams Nelson Hill Rivera Campbell Mitchell Carter Roberts Gómez Phillips ' +
  'Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan ' +
  'Cooper Peterson Bailey Reed Kelly Howard Ramos Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza ' +
  'Ruiz Hughes Price Alvarez Castillo Sanders Myers Long Ross Foster Jiménez Powell Jenkins Perry Russell Sullivan Bell ' +
  'Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds ' +
  'Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro ' +
  'Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker ' +
  'Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Muñoz Hunt Hicks Holmes ' +
  'Palmer Wagner Black Robertson Boyd Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels Ferguson Nichols ' +
  'Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen Peters Santos Hart ' +
  'Bradley Knight Elliott Cunningham Duncan Armstrong Hudson Carroll Lane Riley Andrews Alvarado Ray Delgado Berry ' +
  'Perkins Hoffman Johnston Matthews Peña Richards Contreras Willis Carpenter Lawrence Sandoval Guerrero George Chapman ' +
  'Rios Estrada Ortega Watkins Greene Nuñez-Hale Wheeler Valdez Harper Burke Larson Santiago Maldonado Morrison Franklin'
).split(' ')

/** Make, models, and world manufacturer identifiers. */
export const CARS = [
  ['Buick', ['Enclave', 'Encore', 'Envision'], ['5GA', 'KL4']],
  ['Subaru', ['Outback', 'Forester', 'Ascent'], ['4S4', 'JF2']],
  ['Toyota', ['Camry', 'RAV4', 'Highlander', 'Corolla'], ['4T1', '2T1', 'JTD']],
  ['Volvo', ['XC60', 'XC90', 'S60'], ['YV1', 'YV4']],
  ['Ford', ['F-150', 'Escape', 'Explorer', 'Transit'], ['1FA', '1FM', '1FT']],
  ['Honda', ['CR-V', 'Accord', 'Pilot', 'Odyssey'], ['1HG', '2HG', 'JHM']],
  ['Lexus', ['RX 350', 'NX 300', 'ES 350'], ['JTH', '2T2']],
  ['BMW', ['X5', '330i', 'X3'], ['WBA', '5UX']],
  ['Chevrolet', ['Equinox', 'Silverado 1500', 'Tahoe'], ['1G1', '1GC', '1GN']],
  ['Mercedes-Benz', ['GLC 300', 'C 300'], ['WDD', '55S']],
] as const

export const COLORS = ['White', 'Black', 'Silver', 'Gray', 'Blue', 'Red', 'Green', 'Pearl white'] as const

export const STREETS = (
  'Mulberry Broad Grace Monument Cary Hull Forest Patterson Grove Hanover Kensington Stuart Park Floyd Main Franklin ' +
  'Clay Leigh Marshall Laburnum Brook Chamberlayne Staples-Mill Horsepen Three-Chopt Gaskins Pump Church Lauderdale Huguenot'
).split(' ')

export const STREET_KINDS = ['St', 'Ave', 'Rd', 'Dr', 'Ln', 'Ct', 'Blvd', 'Pl'] as const

/** City, state and ZIP codes. */
export const TOWNS = [
  ['Richmond', 'VA', ['23220', '23221', '23224', '23225', '23226', '23227', '23230', '23235']],
  ['Henrico', 'VA', ['23228', '23229', '23233', '23238', '23294']],
  ['Glen Allen', 'VA', ['23059', '23060']],
  ['Midlothian', 'VA', ['23112', '23113', '23114']],
  ['Mechanicsville', 'VA', ['23111', '23116']],
  ['Ashland', 'VA', ['23005']],
  ['Petersburg', 'VA', ['23803', '23805']],
  ['Williamsburg', 'VA', ['23185', '23188']],
] as const

export const AREA_CODES = ['804', '540', '757', '434', '571', '703', '276'] as const

export const INSTRUCTIONS = [
  'Keys at the desk',
  'Ring the bell twice',
  'Dog in the yard',
  'Park behind the building',
  'Ask for the front office',
  'Call ten minutes before arrival',
  'Wait for the school run',
  'Child seat stays in the car',
] as const
