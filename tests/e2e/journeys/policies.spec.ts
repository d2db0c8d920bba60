// Policy pages: an admin changes one while a visitor has it open.

import { barriers } from "../accessibility";
import { drawn, expect, signInAsAdmin, test } from "../shop";

test("a policy page that an admin saves is on a visitor's open page at once", async ({ openBrowser, page: admin }) => {
  const visitor = await openBrowser();
  await visitor.goto("/");
  await drawn(visitor);
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Care of gold" }).click();
  await expect(visitor.getByRole("heading", { name: "Cleaning" })).toBeVisible();
  await expect(visitor.getByText("Live", { exact: true }).first()).toBeVisible();
  expect(await barriers(visitor)).toEqual([]);

  await signInAsAdmin(admin);
  await admin.goto("/admin/policies?page=care");
  const editor = admin.getByRole("textbox", { name: "Text" });
  const save = admin.getByRole("button", { name: "Save and publish" });
  await expect(admin.getByRole("region", { name: "Preview" })).toContainText("Chlorine");
  expect(await barriers(admin)).toEqual([]);
  await editor.fill("Within {noSuchDays} days");
  await expect(admin.getByRole("region", { name: "Preview" })).toContainText("There is no value {noSuchDays}.");
  await editor.fill("## Polishing\n\nWe polish within **{returnDays}** days. <b>No HTML</b>");
  await expect(admin.getByRole("region", { name: "Preview" })).toContainText(
    "We polish within 30 days. <b>No HTML</b>",
  );
  await save.click();
  await expect(admin.getByText("Care of gold saved")).toBeVisible();

  await expect(visitor.getByRole("heading", { name: "Polishing" })).toBeVisible();
  await visitor.reload();
  await drawn(visitor);
  await expect(visitor.getByText("We polish within 30 days.")).toBeVisible();

  await admin
    .getByRole("listitem")
    .filter({ hasText: "Default" })
    .getByRole("button", { name: "Put into the editor" })
    .click();
  await expect(editor).toHaveValue(/Chlorine/);
  await save.click();
  await expect(visitor.getByRole("heading", { name: "Cleaning" })).toBeVisible();
});
