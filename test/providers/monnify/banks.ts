/** The banks that the stand-in knows. */
export const BANKS = [
  { name: 'Access bank', code: '044', ussdTemplate: null, nipBankCode: '000014' },
  { name: 'GTBank', code: '058', ussdTemplate: '*737#', nipBankCode: '000013' },
  { name: 'OPAY', code: '305', ussdTemplate: null, nipBankCode: '100004' },
  { name: 'PalmPay', code: '100033', ussdTemplate: null, nipBankCode: '100033' },
  { name: 'Kuda Microfinance Bank', code: '50211', ussdTemplate: null, nipBankCode: '090267' },
  {
    name: 'Moniepoint Microfinance Bank',
    code: '50515',
    ussdTemplate: null,
    nipBankCode: '090405',
  },
]
