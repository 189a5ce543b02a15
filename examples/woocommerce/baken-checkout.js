// Copies the address of <baken-address> into the billing fields of WooCommerce.
const element = document.querySelector("baken-address");
function copy() {
  const { postcode, number, addition, street, city } = element.value;
  const address = [street, number, addition].filter((part) => part !== "").join(" ");
  const values = { billing_postcode: postcode, billing_city: city, billing_address_1: address };
  for (const [id, value] of Object.entries(values)) {
    const field = document.getElementById(id);
    if (field.value !== value) {
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true })); // recalculates the delivery costs
    }
  }
}
element.addEventListener("change", copy);
element.addEventListener("address-change", copy);
