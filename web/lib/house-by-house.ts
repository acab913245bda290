// Something done house by house, independently: its progress, the outcome of each, and stopping between two of them.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { patience } from './queries.ts';

/** The outcome for a house, or why it was refused. */
export type Ended<Outcome> = Outcome | RequestFailure;

export type HouseByHouse<Outcome> = {
  readonly ended: ReadonlyMap<number, Ended<Outcome>>;
  /** While it runs. */
  readonly progress: { readonly done: number; readonly all: number } | undefined;
  /**
   * Goes through the houses one after the other.
   * @throws RequestFailure that is not about a house; the houses before it are done
   */
  readonly run: (
    houseIds: readonly number[],
    act: (houseId: number) => Promise<Outcome>,
  ) => Promise<void>;
  /** Stops after the current house. */
  readonly stop: () => void;
  readonly forget: () => void;
};

const OF_A_HOUSE: readonly number[] = [404, 409, 422];

export function useHouseByHouse<Outcome>(): HouseByHouse<Outcome> {
  const [ended, setEnded] = useState<ReadonlyMap<number, Ended<Outcome>>>(new Map());
  const stopping = useRef<AbortController>(undefined);
  const { mutateAsync: perform } = useMutation({
    mutationFn: async (act: () => Promise<Outcome>) => act(),
    ...patience,
  });
  const [progress, setProgress] = useState<HouseByHouse<Outcome>['progress']>();
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    ended,
    progress,
    run: async (houseIds, act) => {
      const { signal } = (stopping.current = new AbortController());
      try {
        for (const [done, houseId] of houseIds.entries()) {
          if (signal.aborted) break;
          setProgress({ done, all: houseIds.length });
          // Each house is its own transaction, and the next one waits for it.
          // oxlint-disable-next-line no-await-in-loop
          const outcome = await perform(async () => act(houseId)).catch(asRefusalOfAHouse);
          setEnded((all) => new Map([...all, [houseId, outcome]]));
        }
      } finally {
        setProgress(undefined);
      }
    },
    stop: () => stopping.current?.abort(),
    forget: () => setEnded(new Map()),
  };
}

function asRefusalOfAHouse(error: unknown): RequestFailure {
  if (error instanceof RequestFailure && OF_A_HOUSE.includes(error.status)) return error;
  throw error;
}
