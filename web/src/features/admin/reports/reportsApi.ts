import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { DocumentOut, MoneyEntryOut, ReportOut } from "@/shared/api/schema";

export type Report = ReportOut;
export type ReportDocument = DocumentOut;
export type MoneyEntry = MoneyEntryOut;

const documents = listEndpoint<ReportDocument>("/report/", { flag: "documents" });
const money = listEndpoint<MoneyEntry>("/report/", { flag: "money" });

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The report of a month such as `2026-10`; of the current month without it. */
    report: build.query<Report, string>({
      query: (month) => ({ url: "/report/", params: month ? { month } : {} }),
      providesTags: ["Invoice"],
    }),
    reportDocuments: build.infiniteQuery<ListPage<ReportDocument>, ListArgs, string | null>({
      ...documents,
      providesTags: ["Invoice"],
    }),
    reportMoney: build.infiniteQuery<ListPage<MoneyEntry>, ListArgs, string | null>({
      ...money,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useReportQuery, useReportDocumentsInfiniteQuery, useReportMoneyInfiniteQuery } = reportsApi;
