<?php
add_action( 'woocommerce_before_checkout_billing_form', function () {
	wp_enqueue_script_module( 'baken-address', 'https://address.example/embed/baken-address.js' );
	wp_enqueue_script_module( 'baken-checkout', get_stylesheet_directory_uri() . '/baken-checkout.js' );
	echo '<baken-address api-key="YOUR_BROWSER_KEY"></baken-address>';
} );
