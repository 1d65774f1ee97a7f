import { VINS, type CorpusBlock } from './block.ts'

/** Blocks in two columns. */
export const COLUMNS: readonly CorpusBlock[] = [
  {
    layout: 'two columns, labels without colons in capitals',
    text: `NAME  JAMES D WHITAKER JR   VEH 2019 TOYOTA CAMRY
HM PH 804-555-0111          VIN ${VINS.camry}
CELL  804-555-0112          MILES 51,200
ADDR  4418 MONUMENT AVE     RO  90417
      RICHMOND VA 23230     TAG 118`,
    fields: {
      name: 'James D Whitaker Jr',
      phone: '804-555-0112',
      otherPhone: '804-555-0111',
      vin: VINS.camry,
      year: '2019',
      make: 'Toyota',
      model: 'Camry',
      reference: '90417',
      street: '4418 Monument Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23230',
    },
    kept: ['51,200', '118'],
  },
  {
    layout: 'two columns, customer left and vehicle right without labels',
    text: `Imani Sutton                 2020 Nissan Altima
(804) 555-0113               ${VINS.altima}
725 Hull St, Unit 3          Gray
Richmond, VA 23224           RO 118822`,
    fields: {
      name: 'Imani Sutton',
      phone: '(804) 555-0113',
      vin: VINS.altima,
      year: '2020',
      make: 'Nissan',
      model: 'Altima',
      color: 'Gray',
      reference: '118822',
      street: '725 Hull St',
      unit: 'Unit 3',
      city: 'Richmond',
      state: 'VA',
      zip: '23224',
    },
  },
  {
    layout: 'two columns, headings above',
    text: `CUSTOMER                          VEHICLE
Ruth Ann Kessler                  2021 Lexus RX 350
5 Bishop Ct                       VIN: ${VINS.rx350}
Midlothian, VA 23113              Plate: LKP 3310
Cell: 804-555-0114                In: 11/24/2026  Promised: 11/25/2026 4:00 PM`,
    fields: {
      name: 'Ruth Ann Kessler',
      phone: '804-555-0114',
      vin: VINS.rx350,
      year: '2021',
      make: 'Lexus',
      model: 'RX 350',
      street: '5 Bishop Ct',
      city: 'Midlothian',
      state: 'VA',
      zip: '23113',
      promised: '11/25/2026 4:00 PM',
    },
    kept: ['LKP 3310'],
  },
  {
    layout: 'two columns, labels and values by gaps',
    text: `Customer    Hollis Greer           Year     2019
Phone       804.555.0115           Make     Kia
Address     102 Ford Ln            Model    Sorento
City        Chesterfield           VIN      ${VINS.sorento}
State       VA                     Color    Red
Zip         23832                  RO #     4471`,
    fields: {
      name: 'Hollis Greer',
      phone: '804.555.0115',
      vin: VINS.sorento,
      year: '2019',
      make: 'Kia',
      model: 'Sorento',
      color: 'Red',
      reference: '4471',
      street: '102 Ford Ln',
      city: 'Chesterfield',
      state: 'VA',
      zip: '23832',
    },
  },
]
