// The golden house as plain data: days and decimals are strings, formatted as in their columns.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';

export type GoldenHouse = {
  readonly address: string;
  readonly commonArea: string;
  readonly heatingMonths: readonly number[];
  readonly rooms: readonly { readonly number: string; readonly area: string }[];
  readonly accounts: readonly GoldenAccount[];
  readonly persons: readonly GoldenPersons[];
  readonly services: readonly GoldenService[];
  readonly tariffs: readonly GoldenDatedValue[];
  readonly norms: readonly GoldenDatedValue[];
  readonly meters: readonly GoldenMeter[];
  /** The first day of all dated facts. */
  readonly validFrom: string;
};

export type GoldenAccount = {
  readonly accountNumber: string;
  readonly roomNumber: string;
  readonly payer: string;
  readonly owners: number;
  readonly openedOn: string;
};

export type GoldenPersons = {
  readonly accountNumber: string;
  readonly validFrom: string;
  readonly personCount: number;
};

export type GoldenService = {
  /** A code from the catalogue of utility services. */
  readonly code: string;
  readonly method: ChargingMethod;
  readonly heatingMode: 'season' | null;
};

/** A tariff or a norm. */
export type GoldenDatedValue = {
  readonly code: GoldenService['code'];
  readonly value: string;
  readonly basis: string;
  readonly validFrom: string;
  readonly validTo: string | null;
};

export type GoldenMeter = {
  readonly serialNumber: string;
  readonly serviceCode: GoldenService['code'];
  readonly typeCode: string;
  /** Null for the house-wide meter. */
  readonly accountNumber: string | null;
  readonly digits: number;
  readonly initialReading: string;
  readonly installedOn: string;
  readonly verifiedUntil: string;
};

export type GoldenReading = {
  readonly serialNumber: string;
  readonly period: string;
  readonly value: string;
  readonly takenOn: string;
  readonly rollover: boolean;
};
