import { VINS, type CorpusBlock } from './block.ts'

/** Blocks from e-mails. */
export const LETTERS: readonly CorpusBlock[] = [
  {
    layout: 'e-mail, one sentence',
    text: `Hi, this is for Dana Whitfield, her cell is 804-555-0150, she drives a 2018 Mazda CX-5, VIN ${VINS.cx5}, please pick up at 2612 Kensington Ave, Richmond, VA 23220. RO is 71544. Thanks!`,
    fields: {
      name: 'Dana Whitfield',
      phone: '804-555-0150',
      vin: VINS.cx5,
      year: '2018',
      make: 'Mazda',
      model: 'CX-5',
      reference: '71544',
      street: '2612 Kensington Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
  },
  {
    layout: 'e-mail, a forwarded request',
    text: `From: Beth Hall <beth@lanekeeper.example>
To: dispatch@lanekeeper.example
Date: Tue, Nov 24, 2026 at 4:12 PM
Subject: Fwd: loaner swap

Can we get a driver to Marcus Dupree tomorrow at 10?
His number is (804) 555-0151.
He has the 2021 Toyota Corolla, vin ${VINS.corolla}.
He is at 1209 Westover Hills Blvd, Richmond, VA 23225.

Beth Hall
Service Advisor
Office: (804) 555-0198`,
    fields: {
      name: 'Marcus Dupree',
      phone: '(804) 555-0151',
      vin: VINS.corolla,
      year: '2021',
      make: 'Toyota',
      model: 'Corolla',
      street: '1209 Westover Hills Blvd',
      city: 'Richmond',
      state: 'VA',
      zip: '23225',
    },
    kept: ['tomorrow at 10', 'Beth Hall'],
  },
  {
    layout: 'e-mail, a customer writes',
    text: `Hello,

I would like my car picked up on Friday. It is a 2020 Subaru Outback.
My address is 301 Virginia St Unit 1405, Richmond, VA 23219.
You can reach me at 804-555-0152.

Thank you,
Caroline Voss`,
    fields: {
      name: 'Caroline Voss',
      phone: '804-555-0152',
      year: '2020',
      make: 'Subaru',
      model: 'Outback',
      street: '301 Virginia St',
      unit: 'Unit 1405',
      city: 'Richmond',
      state: 'VA',
      zip: '23219',
    },
    kept: ['picked up on Friday'],
  },
  {
    layout: 'e-mail, a lead form',
    text: `New service request from the web site

Name: Julian Marsh
Phone: (804) 555-0153
Email: julian@lanekeeper.example
Vehicle: 2019 Kia Sorento EX
Pickup address: 12 Byrd Park Ct, Richmond VA 23220
Preferred date: 11/28/2026
Comments: second driveway on the left`,
    fields: {
      name: 'Julian Marsh',
      phone: '(804) 555-0153',
      year: '2019',
      make: 'Kia',
      model: 'Sorento',
      street: '12 Byrd Park Ct',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['second driveway on the left', '11/28/2026'],
  },
  {
    layout: 'e-mail, items after dashes',
    text: `Good morning team, pickup for today:

- Customer: Leah Thornton
- Mobile: 804-555-0154
- Vehicle: 2021 Lexus RX 350
- VIN: ${VINS.rx350}
- Pick up at: 77 Stony Point Pkwy, Richmond, VA 23235
- RO: 662091

Regards,
Kyle
804-555-0197 direct`,
    fields: {
      name: 'Leah Thornton',
      phone: '804-555-0154',
      vin: VINS.rx350,
      year: '2021',
      make: 'Lexus',
      model: 'RX 350',
      reference: '662091',
      street: '77 Stony Point Pkwy',
      city: 'Richmond',
      state: 'VA',
      zip: '23235',
    },
    kept: ['804-555-0197'],
  },
]
