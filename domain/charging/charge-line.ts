// One computed charge and everything it follows from, as it is stored: plain data, decimals as text.

/** A stretch of days on which tariff, norm and persons stand still. Its amount is rounded once. */
export type ChargePart = {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly volume: string;
  readonly tariff: string;
  readonly tariffBasis: string;
  readonly amount: string;
  readonly norm?: string;
  readonly normBasis?: string;
  readonly persons?: number;
  /** True when nobody is registered and the owners are counted instead. */
  readonly personsAreOwners?: boolean;
};

export type MeterBasis = {
  readonly serialNumber: string;
  readonly digits: number;
  readonly previous: string;
  readonly previousOn: string;
  readonly current: string;
  readonly currentOn: string;
  readonly rollover: boolean;
};

/** How the volume was found; `former-bill` is a bill of the former application, whose reckoning is not known. */
export type ChargeRule =
  | 'individual-meter'
  | 'norm-per-person'
  | 'area'
  | 'heating-by-norm'
  | 'water-disposal'
  | 'odn-house-meter'
  | 'former-bill';

export type ChargeBasis = {
  readonly rule: ChargeRule;
  readonly daysInMonth: number;
  readonly parts: readonly ChargePart[];
  readonly meters?: readonly MeterBasis[];
  /** Square metres that the volume follows from, the account's share applied. */
  readonly area?: string;
  /** Of a water disposal: the volumes that it sums. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** Of common-house needs: what was shared out, and by what. */
  readonly house?: {
    readonly volume: string;
    readonly individualVolumes: string;
    readonly shared: string;
    readonly roomsArea: string;
  };
};

export type ChargeLine = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  /** 0 for the service itself; further lines of the same service count on. */
  readonly line: number;
  readonly rateType: string;
  readonly consumptionE6: bigint;
  /** The tariff of the last day. */
  readonly tariffE4: bigint;
  readonly amountKopecks: bigint;
  readonly basis: ChargeBasis;
};
